import { db } from "@/db/client";
import { newPerson } from "@/e2e/people";
import { CreateTermBody } from "@/lib/schemas/glossaries";
import { CreateMemoryBody } from "@/lib/schemas/memories";
import { createTerm } from "@/lib/translation/glossaries/edit-terms";
import { createGlossary } from "@/lib/translation/glossaries/glossaries";
import { createMemory } from "@/lib/translation/memory/memories";
import { gate } from "./gate";
import { expect, type Page, type Route, test } from "./test";
import { chooseLanguage, picker, source, translation } from "./translator-page";

const TRANSLATE = "**/api/v1/translate";

test.describe("The translator", () => {
  test("the translator translates while a person types, changes the language, and swaps texts and languages", async ({
    signedIn,
  }) => {
    await signedIn.goto("/");
    await source(signedIn).pressSequentially("The house is big");
    await expect(translation(signedIn)).toContainText("La casa es grande");
    await expect(signedIn.getByText("Detected", { exact: true })).toBeVisible();

    await chooseLanguage(signedIn, "Target language", "Catalan");
    await expect(translation(signedIn)).toContainText("La casa és gran");
    await expect(translation(signedIn).locator("p[lang=ca]")).toHaveAttribute("dir", "ltr");

    await signedIn.getByRole("button", { name: "Swap languages" }).click();
    await expect(source(signedIn)).toHaveValue("La casa és gran");
    await expect(picker(signedIn, "Source language")).toContainText("Catalan");
    await expect(picker(signedIn, "Target language")).toContainText("English");
    // Apertium's choice between synonyms depends on texts it has processed before.
    await expect(translation(signedIn)).toContainText(/The (house|home) is big/);
  });

  test("the translator reads languages and text from its address, and then removes the text from the address", async ({
    signedIn,
    request,
  }) => {
    await signedIn.goto("/?source=fr&target=en#q=Le%20chien%20dort");
    await expect(source(signedIn)).toHaveValue("Le chien dort");
    await expect(translation(signedIn)).toContainText("dog");
    await expect(signedIn).toHaveURL("/?source=fr&target=en");
    await chooseLanguage(signedIn, "Target language", "Spanish");
    await expect(signedIn).toHaveURL("/?source=fr&target=es");
    await expect(translation(signedIn)).toContainText("perro");
    const described = await request.get("/opensearch.xml");
    expect(described.headers()["content-type"]).toContain("opensearchdescription");
    expect(await described.text()).toContain("/#q={searchTerms}");
  });

  test("the translator suggests other target languages for a text that is already in the target language", async ({
    signedIn,
  }) => {
    await signedIn.goto("/");
    await source(signedIn).fill("El perro duerme en el jardín porque hace mucho calor esta tarde.");
    await expect(picker(signedIn, "Source language")).toContainText("Spanish");
    await translation(signedIn).getByRole("button", { name: "Translate to English" }).click();
    await expect(picker(signedIn, "Target language")).toContainText("English");
    await expect(translation(signedIn).locator("p[lang=en]")).toContainText("dog");
  });

  test("the translator never shows a late response to a text that was replaced", async ({ signedIn, guard }) => {
    guard.allow(/ERR_ABORTED/);
    const held = gate();
    const answered = gate();
    await signedIn.route(TRANSLATE, async (route) => {
      if (textOf(route) !== "First") return route.continue();
      await held.opened;
      await route.fulfill({ json: answer("STALE") }).catch(() => {});
      answered.open();
    });
    await signedIn.goto("/");
    const asked = signedIn.waitForRequest(TRANSLATE);
    await source(signedIn).fill("First");
    await asked;
    await source(signedIn).fill("The house is big");
    await expect(translation(signedIn)).toContainText("La casa es grande");
    held.open();
    await answered.opened;
    await signedIn.evaluate(() => new Promise(requestAnimationFrame));
    await expect(translation(signedIn)).not.toContainText("STALE");
    await expect(translation(signedIn)).toContainText("La casa es grande");
  });

  test("the translator aborts a running request when the text changes", async ({ signedIn }) => {
    await signedIn.route(TRANSLATE, (route) => (textOf(route) === "First" ? undefined : route.continue()));
    await signedIn.goto("/");
    const asked = signedIn.waitForRequest(TRANSLATE);
    const dropped = signedIn.waitForEvent("requestfailed", (request) => request.postDataJSON()?.text === "First");
    await source(signedIn).fill("First");
    await asked;
    await source(signedIn).fill("Second");
    expect((await dropped).failure()?.errorText).toBe("net::ERR_ABORTED");
  });

  test("the translator keeps the text and shows the error of a failed request, and recovers after a retry", async ({
    signedIn,
    guard,
  }) => {
    guard.allow(/status of 503/, /status 503/);
    await signedIn.route(TRANSLATE, (route) =>
      route.fulfill({
        status: 503,
        headers: { "x-request-id": "req_test12345" },
        json: { error: { code: "engine_unavailable", message: "No engine.", details: { requestId: "req_test12345" } } },
      }),
    );
    await signedIn.goto("/");
    await source(signedIn).fill("The house is big");
    const alert = signedIn.getByRole("alert").filter({ hasText: "Not translated" });
    await expect(alert).toContainText("No translation engine is available right now. Try again in a moment.");
    await expect(alert).toContainText("req_test12345");
    await expect(source(signedIn)).toHaveValue("The house is big");

    await signedIn.unroute(TRANSLATE);
    await alert.getByRole("button", { name: "Retry" }).click();
    await expect(translation(signedIn)).toContainText("La casa es grande");
    await expect(alert).toHaveCount(0);
  });

  test("the translator reports a network failure, keeps the text and recovers automatically", async ({
    signedIn,
    guard,
  }) => {
    guard.allow(/ERR_CONNECTION_RESET/);
    await signedIn.route(TRANSLATE, (route) => route.abort("connectionreset"));
    await signedIn.goto("/");
    await source(signedIn).fill("The house is big");
    const alert = signedIn.getByRole("alert").filter({ hasText: "Not translated" });
    await expect(alert).toContainText("Couldn’t reach the server.");
    await expect(source(signedIn)).toHaveValue("The house is big");
    await signedIn.unroute(TRANSLATE);
    await expect(translation(signedIn)).toContainText("La casa es grande");
  });

  test("the translator reports a slow response and shows the translation when it arrives", async ({ signedIn }) => {
    await signedIn.clock.install();
    const held = gate();
    await signedIn.route(TRANSLATE, (route) => held.opened.then(() => route.continue()));
    await signedIn.goto("/");
    const asked = signedIn.waitForRequest(TRANSLATE);
    await source(signedIn).fill("The house is big");
    await signedIn.clock.runFor(500);
    await asked;
    await signedIn.clock.runFor(6000);
    await expect(signedIn.getByText("This is taking longer than usual.")).toBeVisible();
    held.open();
    await signedIn.clock.resume();
    await expect(translation(signedIn)).toContainText("La casa es grande");
    await expect(signedIn.getByText("This is taking longer than usual.")).toHaveCount(0);
  });

  test("the translator waits while offline and continues automatically", async ({ signedIn, guard }) => {
    guard.allow(/ERR_INTERNET_DISCONNECTED/);
    await signedIn.goto("/");
    await source(signedIn).fill("One");
    await expect(translation(signedIn).locator("p[lang=es]")).toBeVisible();
    await signedIn.context().setOffline(true);
    const bar = signedIn.getByText("You’re offline.");
    await expect(bar).toBeVisible();
    await signedIn.setViewportSize({ width: 375, height: 800 });
    const [icon, words] = await bar.evaluate((element) => {
      const range = document.createRange();
      range.selectNodeContents(element.lastChild!);
      return [element.querySelector("svg")!.getBoundingClientRect(), range.getBoundingClientRect()];
    });
    expect(icon!.bottom, "the icon is beside the words, not above them").toBeGreaterThan(words!.top);
    await source(signedIn).fill("The house is big");
    await expect(signedIn.getByText("Your text is safe.")).toBeVisible();
    await expect(source(signedIn)).toHaveValue("The house is big");
    await signedIn.context().setOffline(false);
    await expect(translation(signedIn)).toContainText("La casa es grande");
    await expect(signedIn.getByText("You’re offline.")).toHaveCount(0);
  });

  test("text typed in the translator appears in no page address, including addresses of pages opened later", async ({
    signedIn,
    guard,
  }) => {
    await signedIn.goto("/");
    await source(signedIn).fill("The quixotic zebra is big");
    await expect(translation(signedIn).locator("p[lang=es]")).toBeVisible();
    await signedIn.getByRole("button", { name: "Swap languages" }).click();
    await expect(translation(signedIn).locator("p[lang=en]")).toBeVisible();
    await signedIn.reload();
    await signedIn.getByRole("link", { name: "API keys" }).first().click();
    await signedIn.waitForURL("**/keys");
    expect(guard.urls.filter((url) => /quixotic|quijotesc|zebra|cebra/i.test(decodeURIComponent(url)))).toEqual([]);
    expect(guard.urls.length).toBeGreaterThan(5);
  });

  test("the translator keeps typed text after a reload and after navigating back", async ({ signedIn }) => {
    await signedIn.goto("/");
    await source(signedIn).fill("The house is big");
    await expect(translation(signedIn)).toContainText("La casa es grande");
    await signedIn.reload();
    await expect(source(signedIn)).toHaveValue("The house is big");
    await signedIn.getByRole("link", { name: "Usage" }).click();
    await signedIn.waitForURL("**/usage");
    await signedIn.goBack();
    await expect(source(signedIn)).toHaveValue("The house is big");
  });

  test("the translator translates as much of a long text as the tier allows, and marks the rest", async ({ open }) => {
    const limits = { textCharacters: 24 };
    const page = await open(await newPerson({ tier: "free", limits }), { viewport: { width: 1280, height: 600 } });
    await page.goto("/");
    await source(page).fill("The house is big. The garden is small.");
    await expect(translation(page)).toContainText("La casa es grande.");
    await expect(page.getByText("Only the first 21 characters are translated; 14 are over")).toBeInViewport();
    await expect(page.getByText("38 / 24"), "not pushed out of the pane").toBeInViewport({ ratio: 1 });
    await page.getByRole("button", { name: "Select the rest" }).click();
    expect(await source(page).evaluate((field: HTMLTextAreaElement) => field.value.slice(field.selectionStart))).toBe(
      " garden is small.",
    );
  });

  test("the translator shows a long translation in parts as they arrive, in few requests, and stops when the text is cleared", async ({
    signedIn,
  }) => {
    const rest = gate();
    const sent: number[] = [];
    await signedIn.route(TRANSLATE, async (route) => {
      sent.push(textOf(route).length);
      if (!textOf(route).startsWith("The house")) await rest.opened;
      await route.continue().catch(() => {});
    });
    const text = `${"The house is big. ".repeat(80)}\n\n${"The garden is small. ".repeat(120)}`;
    await signedIn.goto("/");
    const dropped = signedIn.waitForEvent("requestfailed");
    await source(signedIn).fill(text);
    await expect(translation(signedIn)).toContainText("La casa es grande. La casa");
    await expect(translation(signedIn)).toHaveAttribute("aria-busy", "true");
    await expect(translation(signedIn)).not.toContainText("jardín");
    for (const name of ["Copy translation", "Save as text file"])
      await expect(signedIn.getByRole("button", { name }), name).toBeDisabled();
    await source(signedIn).fill("");
    expect((await dropped).failure()?.errorText).toBe("net::ERR_ABORTED");
    await expect(translation(signedIn)).not.toContainText("casa");

    rest.open();
    await source(signedIn).fill(text);
    await expect(translation(signedIn)).toContainText("jardín");
    await expect(translation(signedIn)).toHaveAttribute("aria-busy", "false");
    expect(sent, "the first part is known already").toHaveLength(3);
  });

  test("the translator shows no detected language for a text without words", async ({ signedIn }) => {
    await signedIn.goto("/");
    await source(signedIn).fill("12345 !!");
    await expect(translation(signedIn)).toContainText("12345 !!");
    await expect(translation(signedIn)).toContainText("Nothing to translate.");
    await expect(picker(signedIn, "Source language")).toContainText("Detect language");
    await expect(signedIn.getByText("Detected", { exact: true })).toHaveCount(0);
    await expect(signedIn.getByRole("button", { name: "Alternatives" })).toHaveCount(0);
  });

  test("the translator hides the old translation and its details immediately when the text is replaced", async ({
    signedIn,
  }) => {
    const held = gate();
    await signedIn.route(TRANSLATE, (route) =>
      textOf(route).startsWith("Our") ? held.opened.then(() => route.continue()) : route.continue(),
    );
    await signedIn.goto("/");
    await source(signedIn).fill("The house is big");
    await expect(translation(signedIn)).toContainText("La casa es grande");
    await source(signedIn).fill("Our office is closed on Sundays.");
    await expect(translation(signedIn)).not.toContainText("La casa");
    await expect(signedIn.getByText("Detected", { exact: true })).toHaveCount(0);
    await expect(signedIn.getByRole("button", { name: "Save as text file" })).toHaveCount(0);
    held.open();
    await expect(translation(signedIn)).toContainText("Nuestra oficina");

    // While an edited text is being translated, the old translation stays, marked as outdated and without actions.
    const waiting = gate();
    await signedIn.unroute(TRANSLATE);
    await signedIn.route(TRANSLATE, (route) => waiting.opened.then(() => route.continue()));
    await source(signedIn).fill("Our office is closed on Mondays.");
    await expect(translation(signedIn)).toHaveAttribute("aria-busy", "true");
    for (const name of ["Copy translation", "Save as text file", "Add to favourites"])
      await expect(signedIn.getByRole("button", { name }), name).toBeDisabled();
    waiting.open();
    await expect(signedIn.getByRole("button", { name: "Save as text file" })).toBeEnabled();
  });

  test("the translator names an unsupported source language without an error, and links to the installation of its model", async ({
    open,
    guard,
  }) => {
    guard.allow(/status of 400/, /status 400/);
    const page = await open(await newPerson({ isAdmin: true }));
    await page.goto("/");
    await source(page).fill("Das Haus ist groß und der Garten ist klein.");
    await expect(translation(page)).toContainText("German");
    await picker(page, "Source language").click();
    await page.getByPlaceholder("Search languages").fill("german");
    await expect(page.getByText("German isn’t available on this server yet")).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(translation(page).getByRole("link", { name: "Install a model" })).toBeVisible();
    await expect(translation(page).getByRole("link", { name: "Add a service" })).toBeVisible();
    await expect(page.getByRole("alert").filter({ hasText: "Not translated" })).toHaveCount(0);
  });

  test("the translator suggests the detected language if another source language is chosen", async ({ signedIn }) => {
    await signedIn.goto("/");
    await chooseLanguage(signedIn, "Target language", "English");
    await chooseLanguage(signedIn, "Source language", "Spanish");
    await source(signedIn).fill("La meva germana treballa en un hospital i els nens juguen al parc amb els avis.");
    await signedIn.getByRole("button", { name: "Translate from Catalan" }).click();
    await expect(picker(signedIn, "Source language")).toContainText("Catalan");
    await expect(translation(signedIn)).toContainText("My sister works");
  });

  test("the translator applies a glossary, and stores an edited translation in a memory", async ({
    signedIn,
    person,
  }) => {
    const glossary = await db().transaction((tx) =>
      createGlossary(person, { name: "Acme terms", sourceLanguage: "en" }, tx),
    );
    await db().transaction((tx) =>
      createTerm(
        person,
        glossary.id,
        CreateTermBody.parse({ source: "garden", targets: [{ language: "es", text: "huerto" }] }),
        tx,
      ),
    );
    await signedIn.goto("/");
    await source(signedIn).fill("The garden is small");
    await expect(translation(signedIn)).toContainText("jardín");
    await signedIn.getByRole("button", { name: "Options" }).click();
    await signedIn.getByRole("menuitemradio", { name: "Acme terms" }).click();
    await expect(translation(signedIn)).toContainText("huerto");

    await signedIn.getByRole("button", { name: "Edit translation" }).click();
    await signedIn.getByRole("textbox", { name: "Edited translation" }).fill("El huerto es pequeño, de verdad");
    await signedIn.getByRole("button", { name: "Save to memory" }).click();
    await signedIn.getByRole("dialog").getByRole("button", { name: "Save translation" }).click();
    await expect(signedIn.getByText("Saved to the memory")).toBeVisible();
    await signedIn.goto("/memories");
    await signedIn.getByRole("link", { name: "Saved translations (English)" }).click();
    await expect(signedIn.getByText("El huerto es pequeño, de verdad")).toBeVisible();
  });

  test("the translator keeps text that matches a protection pattern, which a person tests and enables", async ({
    signedIn,
  }) => {
    await signedIn.goto("/");
    await source(signedIn).fill("The red house is big");
    await expect(translation(signedIn)).toContainText("La casa roja");
    await signedIn.getByRole("button", { name: "Options" }).click();
    await signedIn.getByRole("menuitem", { name: "Never translate…" }).click();
    const dialog = signedIn.getByRole("dialog", { name: "Never translate" });
    await dialog.getByRole("textbox", { name: /Never translate/ }).fill("red h\\w+\n(");
    await expect(dialog.getByText("Line 2 isn’t an RE2 pattern.")).toBeVisible();
    await dialog.getByRole("textbox", { name: /Never translate/ }).fill("red h\\w+");
    await expect(dialog.locator("mark")).toHaveText("red house");
    await dialog.getByRole("button", { name: "Use for this translation" }).click();
    await expect(translation(signedIn)).toContainText("red house");
    await signedIn.getByRole("button", { name: "1 option" }).click();
    await expect(signedIn.getByRole("menuitem", { name: "Never translate: 1 pattern" })).toBeVisible();
  });

  test("the translator shows and labels a saved translation of the same text, and translates by machine on request", async ({
    signedIn,
    person,
    api,
  }) => {
    const memory = await db().transaction((tx) =>
      createMemory(person, CreateMemoryBody.parse({ name: "Slogans", sourceLanguage: "en" }), tx),
    );
    await signedIn.goto("/");
    const answer = translation(signedIn);
    await source(signedIn).fill("The house is big");
    await expect(answer).toContainText("La casa es grande");
    await signedIn.getByRole("button", { name: "Edit translation" }).click();
    await signedIn.getByRole("textbox", { name: "Edited translation" }).fill("Menuda casa");
    await signedIn.getByRole("button", { name: "Save to memory" }).click();
    await signedIn.getByRole("dialog").getByRole("button", { name: "Save translation" }).click();

    // Starts the watch immediately, for the text that is already entered.
    await expect(answer).toContainText("From the memory Slogans");
    await expect(signedIn.getByRole("textbox", { name: "Edited translation" })).toHaveCount(0);
    await expect(answer.getByText("Menuda casa")).toBeVisible();
    await expect(answer.getByRole("link", { name: "Slogans" })).toHaveAttribute("href", `/memories/${memory.id}`);
    await answer.getByRole("button", { name: "Use machine translation" }).click();
    await expect(answer.getByText("La casa es grande")).toBeVisible();
    await expect(answer).toContainText("The memory Slogans has a translation of this text.");
    await answer.getByRole("button", { name: "Use saved translation" }).click();
    await expect(answer.getByText("Menuda casa")).toBeVisible();

    // With a project, the server would use the project's memories by itself.
    const shop = { name: "Shop", sourceLanguage: "en", targetLanguages: ["es"], workflow: "human" };
    const { id: projectId } = await api("POST", "/projects", shop);
    await api("PUT", `/projects/${projectId}/memories`, { memories: [{ memoryId: memory.id, canWrite: true }] });
    await signedIn.reload();
    await source(signedIn).fill("The house is big");
    await expect(answer.getByText("Menuda casa")).toBeVisible();
    await signedIn.getByRole("button", { name: "Options" }).click();
    await signedIn.getByRole("menuitemradio", { name: "Shop" }).click();
    await expect(answer.getByText("Menuda casa")).toBeVisible();
    await answer.getByRole("button", { name: "Use machine translation" }).click();
    await expect(answer.getByText("La casa es grande")).toBeVisible();
    await expect(answer).toContainText("The memory Slogans has a translation of this text.");
    await answer.getByRole("button", { name: "Use saved translation" }).click();
    await expect(answer.getByText("Menuda casa")).toBeVisible();

    // Also later, and with white space around the text; another text is translated by machine.
    await signedIn.reload();
    await source(signedIn).fill("The house is big\n");
    await expect(answer.getByText("Menuda casa")).toBeVisible();
    await source(signedIn).fill("The house is small");
    await expect(answer.getByText("La casa es pequeña")).toBeVisible();
    await expect(answer).not.toContainText("Slogans");

    // In several languages, each translation comes from a memory if one has the text.
    await source(signedIn).fill("The house is big");
    await chooseLanguage(signedIn, "Target language", "Galician");
    await signedIn.getByRole("button", { name: "Side by side" }).click();
    const side = signedIn.getByRole("region", { name: "Side by side" });
    await side.getByRole("button", { name: /Languages side by side/ }).click();
    for (const language of ["Catalan", "Spanish"]) {
      await signedIn.getByPlaceholder("Search languages").fill(language);
      await signedIn.getByRole("option", { name: language }).first().click();
    }
    await signedIn.keyboard.press("Escape");
    await expect(side.getByRole("listitem").filter({ hasText: "Menuda casa" })).toContainText(
      "From the memory Slogans",
    );
    await expect(side.getByText("La casa és gran")).toBeVisible();
  });

  test("the translator applies a project's glossary until it is deselected", async ({ signedIn, api }) => {
    const { id: glossaryId } = await api("POST", "/glossaries", { name: "Garden", sourceLanguage: "en" });
    const term = { source: "garden", targets: [{ language: "es", text: "huerto" }] };
    await api("POST", `/glossaries/${glossaryId}/terms`, term);
    const project = { name: "Garden app", sourceLanguage: "en", targetLanguages: ["es"] };
    const { id } = await api("POST", "/projects", project);
    await api("PUT", `/projects/${id}/glossaries`, { glossaries: [{ glossaryId }] });
    await api("POST", "/projects", { ...project, name: "Aplicación", sourceLanguage: "fr" });

    await signedIn.goto("/");
    await source(signedIn).fill("The garden is small");
    await expect(translation(signedIn)).toContainText("jardín");
    await signedIn.getByRole("button", { name: "Options" }).click();
    await expect(signedIn.getByRole("menuitemradio", { name: "Aplicación" }), "of another language").toHaveCount(0);
    await signedIn.getByRole("menuitemradio", { name: "Garden app" }).click();
    await expect(translation(signedIn)).toContainText("huerto");
    await signedIn.getByRole("button", { name: "1 option" }).click();
    await signedIn.getByRole("menuitemradio", { name: "None" }).first().click();
    await expect(translation(signedIn)).toContainText("jardín");
  });

  test("the translator lists a glossary's translations of a word, and inserts the chosen translation", async ({
    person,
    signedIn,
  }) => {
    const glossary = await db().transaction((tx) =>
      createGlossary(person, { name: "Acme terms", sourceLanguage: "en" }, tx),
    );
    const targets = [
      { language: "es", text: "casa" },
      { language: "es", text: "vivienda", usage: "admitted" },
    ];
    const term = CreateTermBody.parse({ source: "house", targets });
    await db().transaction((tx) => createTerm(person, glossary.id, term, tx));
    await signedIn.goto("/");
    await chooseLanguage(signedIn, "Source language", "English");
    await source(signedIn).fill("house");
    const entries = translation(signedIn).getByRole("region", { name: "In your glossaries and memories: house" });
    await expect(entries.getByRole("button")).toHaveText([/casa.*Preferred.*Acme terms/, /vivienda.*Acme terms/]);

    await source(signedIn).fill("The house is big. The house is red.");
    await expect(translation(signedIn)).toContainText("La casa es grande.");
    const answer = translation(signedIn).locator("p[lang=es]").first();
    // Clicks on the second word.
    const { x, y } = await answer.evaluate((element) => {
      const range = document.createRange();
      range.setStart(element.firstChild!, 4);
      range.setEnd(element.firstChild!, 5);
      const box = range.getBoundingClientRect();
      return { x: box.x + 1, y: box.y + box.height / 2 };
    });
    await signedIn.mouse.click(x, y);
    await expect(signedIn.getByRole("combobox", { name: "Part of the translation" })).toHaveValue("0");
    await translation(signedIn)
      .getByRole("button", { name: /^vivienda/ })
      .click();
    await expect(signedIn.getByRole("textbox", { name: "Edited translation" })).toHaveValue(/^La vivienda es grande\./);
  });

  test("the translator appends dictated text", async ({ signedIn }) => {
    await hears(signedIn);
    await signedIn.goto("/");
    await source(signedIn).fill("Said");
    await signedIn.getByRole("button", { name: /^Dictate/ }).click();
    await expect(source(signedIn)).toHaveValue("Said in en");
    await signedIn.getByRole("button", { name: "Stop dictating" }).click();
    await expect(signedIn.getByRole("button", { name: /^Dictate/ })).toBeVisible();
  });

  test("the translator reads aloud only languages with an available voice, and reading can be stopped after the text is cleared", async ({
    signedIn: page,
  }) => {
    await speaks(page, ["en-GB"]);
    await page.goto("/");
    await source(page).fill("The house is big.");
    await expect(translation(page)).toContainText("La casa es grande.");
    const listen = page.getByRole("button", { name: "Listen to source text" });
    await expect(listen).toBeVisible();
    await expect(page.getByRole("button", { name: "Listen to translation" })).toHaveCount(0);
    await listen.click();
    await expect
      .poll(() => page.evaluate(() => (window as { spoken?: string[] }).spoken))
      .toEqual(["The house is big."]);
    const stop = page.getByRole("button", { name: "Stop", exact: true });
    await expect(stop).toBeFocused();
    await page.getByRole("button", { name: "Clear text" }).click();
    await expect(listen).toHaveCount(0);
    await stop.click();
    await expect.poll(() => page.evaluate(() => (window as { spoken?: string[] }).spoken)).toEqual([]);
    await expect(stop).toHaveCount(0);
  });

  test("the tooltip of a clicked button stays closed until the pointer leaves the button", async ({
    signedIn: page,
  }) => {
    await hears(page);
    await page.addInitScript(() => {
      const tips: string[] = [];
      Object.assign(window, { tips });
      const note = ({ newState, target }: Event & { newState?: string }) =>
        newState === "open" &&
        (target as Element).matches("[popover=manual]") &&
        tips.push((target as Element).textContent);
      document.addEventListener("toggle", note, true);
    });
    const tips = () => page.evaluate(() => (window as typeof window & { tips: string[] }).tips);
    await page.clock.install();
    await page.goto("/");
    await source(page).fill("Said");
    await page.getByRole("button", { name: /^Dictate/ }).click();
    const stop = page.getByRole("button", { name: "Stop dictating" });
    await stop.hover({ position: { x: 2, y: 2 } });
    await page.clock.runFor(1000);
    await source(page).hover();
    await stop.hover();
    await page.clock.runFor(1000);
    await expect.poll(tips).toEqual(["Stop dictating"]);
  });

  test("the tooltip of a button closes when the button is pressed with the keyboard", async ({ signedIn: page }) => {
    await hears(page);
    await page.goto("/");
    const tip = (text: RegExp) => page.locator("[popover=manual]:popover-open").filter({ hasText: text });
    await page.getByRole("button", { name: /^Dictate/ }).waitFor();
    await source(page).fill("Said");
    while (
      !(await page.getByRole("button", { name: /^Dictate/ }).evaluate((button) => button === document.activeElement))
    )
      await page.keyboard.press("Tab");
    await expect(tip(/^Dictate/)).toBeVisible();
    await page.keyboard.press("Enter");
    await expect(page.getByRole("button", { name: "Stop dictating" })).toBeVisible();
    await expect(tip(/^Dictate/)).toHaveCount(0);
  });

  test("the translator keeps recent language pairs as tabs, and shows several languages side by side", async ({
    signedIn,
  }) => {
    await signedIn.goto("/");
    await source(signedIn).fill("The house is big");
    await expect(signedIn.getByRole("status").filter({ hasText: "Translated into Spanish" })).toHaveCount(1);
    await chooseLanguage(signedIn, "Target language", "Catalan");
    await expect(signedIn.getByRole("status").filter({ hasText: "Translated into Catalan" })).toHaveCount(1);
    const pairs = signedIn.getByRole("list", { name: "Recent language pairs" });
    await pairs.getByRole("button", { name: /Spanish/ }).click();
    await expect(translation(signedIn)).toContainText("La casa es grande");
    await signedIn.keyboard.press("Alt+2");
    await expect(translation(signedIn)).toContainText("La casa és gran");
    await signedIn.keyboard.press("Alt+1");
    await expect(translation(signedIn)).toContainText("La casa es grande");

    await signedIn.getByRole("button", { name: "Side by side" }).click();
    const side = signedIn.getByRole("region", { name: "Side by side" });
    await side.getByRole("button", { name: /Languages side by side/ }).click();
    for (const language of ["Catalan", "Galician"]) {
      await signedIn.getByPlaceholder("Search languages").fill(language);
      await signedIn.getByRole("option", { name: language }).first().click();
    }
    await signedIn.keyboard.press("Escape");
    await expect(side.getByText("La casa és gran")).toBeVisible();
    await expect(side.getByRole("heading", { name: "Galician" })).toBeVisible();
    await side.getByRole("button", { name: "Remove Galician" }).click();
    await expect(side.getByRole("heading", { name: "Galician" })).toHaveCount(0);
    await chooseLanguage(signedIn, "Source language", "Swedish");
    await expect(side.getByText("Swedish to Catalan isn’t available on this server yet")).toBeVisible();
  });

  test("the translator keeps its history only in the browser, and entries of the history can be reused and deleted", async ({
    signedIn,
  }) => {
    await signedIn.goto("/");
    await source(signedIn).fill("The house is big");
    await expect(signedIn.getByRole("status").filter({ hasText: "Translated into Spanish" })).toHaveCount(1);
    await signedIn.getByRole("button", { name: "Clear text" }).click();
    await signedIn.getByRole("button", { name: "History" }).click();
    const sheet = signedIn.getByRole("dialog", { name: "History" });
    await sheet.getByRole("button", { name: /Use again: The house is big/ }).click();
    await expect(source(signedIn)).toHaveValue("The house is big");
    await signedIn.getByRole("button", { name: "History" }).click();
    await sheet.getByRole("button", { name: "Delete all", exact: true }).click();
    await expect(sheet.getByText("Your translations will appear here.")).toBeVisible();
    await signedIn.getByRole("region", { name: "Notifications" }).getByRole("button", { name: "Undo" }).click();
    await expect(sheet.getByRole("button", { name: /Use again: The house is big/ })).toBeVisible();
  });
});

function textOf(route: Route): string {
  return route.request().postDataJSON().text;
}

function answer(translation: string) {
  const about = { source: "en", target: "es", detectedSource: null, characters: 5, engine: "apertium" };
  return { translation, ...about, route: ["en", "es"], warnings: [] };
}

/** Chromium has no voices in tests, so this simulates some. `spoken` contains the texts being read aloud. */
function speaks(page: Page, languages: readonly string[]) {
  return page.addInitScript((languages) => {
    const spoken: string[] = [];
    const voices = languages.map((lang) => ({ lang, name: lang, default: false }));
    const speechSynthesis = Object.assign(new EventTarget(), {
      getVoices: () => voices,
      speak: ({ text }: { text: string }) => spoken.push(text),
      cancel: () => spoken.splice(0),
    });
    class SpeechSynthesisUtterance {
      constructor(readonly text: string) {}
    }
    for (const [name, value] of Object.entries({ speechSynthesis, SpeechSynthesisUtterance, spoken }))
      Object.defineProperty(window, name, { value });
  }, languages);
}

/** Chromium has no speech recognition in tests, so this simulates it. */
function hears(page: Page) {
  return page.addInitScript(() => {
    class Recognition {
      lang = "";
      onresult: ((event: unknown) => void) | null = null;
      onend: (() => void) | null = null;
      start() {
        const phrase = Object.assign([{ transcript: `in ${this.lang}` }], { isFinal: true });
        setTimeout(() => this.onresult?.({ resultIndex: 0, results: [phrase] }), 50);
      }
      stop() {
        this.onend?.();
      }
      abort() {}
    }
    Object.assign(window, { SpeechRecognition: Recognition });
  });
}
