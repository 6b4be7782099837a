import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { db } from "@/db/client";
import { files } from "@/db/schema";
import { expireFiles } from "@/lib/translation/files/files";
import { baseUrl, call, newAccount } from "./client";

export function upload(name: string, content: string | Uint8Array, fields: Record<string, string> = {}): FormData {
  const form = new FormData();
  for (const [field, value] of Object.entries({ source: "en", target: "es", ...fields }))
    if (value) form.set(field, value);
  form.set("file", new File([content as BlobPart], name));
  return form;
}

const send = (key: string, form: FormData, headers: Record<string, string> = {}) =>
  call("POST", "/v1/translate/file", { key, raw: form, headers });

async function content(key: string, id: string): Promise<string> {
  const response = await fetch(`${baseUrl()}/v1/files/${id}/content`, { headers: { Authorization: `Bearer ${key}` } });
  expect(response.status).toBe(200);
  return response.text();
}

async function untilEnded(key: string, id: string) {
  for (;;) {
    const { json } = await call("GET", `/v1/files/${id}`, { key });
    if (["completed", "failed", "cancelled"].includes(json.status)) return json;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

describe("file translation", () => {
  test.each([
    ["letter.txt", "The house is big.\r\n\r\nThe red car.\r\n", "La casa es grande.\r\n\r\nEl coche rojo.\r\n"],
    ["NOTES.MD", "# The house\n\nThe `code` is **big**.\n", /^# La casa\n\nEl `code` es \*\*grande\*\*\.\n$/],
    [
      "page.html",
      '<!doctype html><html lang="en"><p>The <b>red</b> house.</p></html>',
      /<html lang="es"><p>.*<b>roja<\/b>.*<\/p><\/html>/,
    ],
    [
      "film.srt",
      "1\n00:00:01,000 --> 00:00:02,500\nThe house is big.\n\n",
      "1\n00:00:01,000 --> 00:00:02,500\nLa casa es grande.\n\n",
    ],
  ])("translating a %s file changes nothing except its texts", async (name, source, expected) => {
    const { key } = await newAccount();
    const { status, json } = await send(key, upload(name, source));
    expect(status, JSON.stringify(json)).toBe(200);
    expect(json).toMatchObject({
      status: "completed",
      fileName: name,
      source: "en",
      target: "es",
      engine: "apertium",
      error: null,
    });
    expect(json.progress.segmentsDone).toBe(json.progress.segmentsTotal);
    const text = await content(key, json.id);
    if (typeof expected === "string") expect(text).toBe(expected);
    else expect(text).toMatch(expected);
  });

  test("a .txt file and /translate return the same translation of a text", async () => {
    const { key } = await newAccount();
    const text =
      "The committee will publish the report. It costs 3.50 euros, e.g. for Mr. Smith.\n\n  The house at https://example.org is {colour}.\n";
    const { json } = await send(key, upload("a.txt", text));
    const direct = await call("POST", "/v1/translate", { key, body: { text, source: "en", target: "es" } });
    expect(await content(key, json.id)).toBe(direct.json.translation);
  });

  test("a table without the requested columns is refused with the list of its columns", async () => {
    const { key } = await newAccount();
    const { status, json } = await send(key, upload("x.csv", "Country,Capital\nGermany,Berlin\n", { columns: "Town" }));
    expect(status).toBe(422);
    expect(json.error).toMatchObject({
      code: "no_translatable_text",
      message:
        "The file has no text to translate. The table has no column called Town. Its first row reads: Country, Capital.",
    });
  });

  test("Accept: application/octet-stream returns the translated file as an attachment", async () => {
    const { key } = await newAccount();
    const response = await fetch(`${baseUrl()}/v1/translate/file`, {
      method: "POST",
      headers: { Authorization: `Bearer ${key}`, Accept: "application/octet-stream" },
      body: upload("résumé.txt", "The house"),
    });
    expect(await response.text()).toBe("La casa");
    expect(response.headers.get("content-disposition")).toBe(
      "attachment; filename=\"r_sum_.es.txt\"; filename*=UTF-8''r%C3%A9sum%C3%A9.es.txt",
    );
    expect(response.headers.get("x-content-type-options")).toBe("nosniff");
  });

  test("Prefer: respond-async returns 202 immediately, and the file can be polled until it is completed", async () => {
    const { key } = await newAccount();
    const { status, json, headers } = await send(key, upload("a.txt", "The house\n".repeat(2_000)), {
      Prefer: "respond-async",
    });
    expect(status).toBe(202);
    expect(headers.get("location")).toBe(`/v1/files/${json.id}`);
    expect(headers.get("retry-after")).toBe("1");
    const ended = await untilEnded(key, json.id);
    expect(ended).toMatchObject({ status: "completed", characters: 18_000 });
    expect(await content(key, json.id)).toBe("La casa\n".repeat(2_000));
    expect((await call("GET", "/v1/files", { key })).json.files.map((file: { id: string }) => file.id)).toEqual([
      json.id,
    ]);
  });

  test("the content of an unfinished file returns 409, of a deleted file 404, and of an expired file 410 and later 404", async () => {
    const { key } = await newAccount();
    const made = await send(key, upload("a.txt", "The house is big and old.\n".repeat(20_000)), {
      Prefer: "respond-async",
    });
    const early = await call("GET", `/v1/files/${made.json.id}/content`, { key });
    expect(early.status).toBe(409);
    expect((await call("DELETE", `/v1/files/${made.json.id}`, { key })).status).toBe(204);
    expect((await call("GET", `/v1/files/${made.json.id}`, { key })).status).toBe(404);

    const other = await send(key, upload("b.txt", "The house"));
    const age = (interval: string) =>
      db()
        .update(files)
        .set({ expiresAt: new Date(Date.now() - Number(interval) * 86_400_000) })
        .where(eq(files.id, other.json.id));
    await age("1");
    await expireFiles();
    const gone = await call("GET", `/v1/files/${other.json.id}/content`, { key });
    expect([gone.status, gone.json.error.code]).toEqual([410, "gone"]);
    await age("31");
    await expireFiles();
    expect((await call("GET", `/v1/files/${other.json.id}/content`, { key })).status).toBe(404);
  });

  test("a failed file translation can be retried from the stored document, one retry at a time, and its original can be downloaded", async () => {
    const { key, accountId } = await newAccount();
    const { key: stranger } = await newAccount();
    const { json } = await send(key, upload("house.txt", "The house is big.\n"));
    const again = (by: string) => call("POST", `/v1/files/${json.id}/retry`, { key: by });
    expect((await again(key)).status, "it is done").toBe(409);
    expect((await again(stranger)).status).toBe(404);

    await db()
      .update(files)
      .set({ status: "failed", error: { code: "timeout", message: "The engine took too long.", details: {} } })
      .where(eq(files.accountId, accountId));
    const answers = await Promise.all([again(key), again(key), again(key)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([202, 409, 409]);
    expect(answers.find(({ status }) => status === 202)?.headers.get("location")).toBe(`/v1/files/${json.id}`);
    expect(await untilEnded(key, json.id)).toMatchObject({ id: json.id, status: "completed", error: null });
    expect(await content(key, json.id)).toBe("La casa es grande.\n");

    const original = (by: string) =>
      fetch(`${baseUrl()}/v1/files/${json.id}/original`, { headers: { Authorization: `Bearer ${by}` } });
    const sent = await original(key);
    expect(sent.headers.get("content-disposition")).toMatch(/^attachment; filename="house.txt"/);
    expect(await sent.text()).toBe("The house is big.\n");
    expect((await original(stranger)).status).toBe(404);
  });

  test("the error for a refused file names the reason: empty, no text, unknown format, wrong name, unreadable, too large, missing", async () => {
    const { key } = await newAccount({ tier: "free" });
    const refused = async (form: FormData) => {
      const { status, json } = await send(key, form);
      return `${status} ${json.error?.code}`;
    };
    expect(await refused(upload("a.txt", ""))).toBe("400 invalid_request");
    expect(await refused(upload("a.txt", "1234\n5678\n"))).toBe("422 no_translatable_text");
    expect(await refused(upload("a.xyz", new Uint8Array([1, 2, 3, 0, 255])))).toBe("415 unsupported_media_type");
    expect(await refused(upload("a.doc", Buffer.from("d0cf11e0a1b11ae1", "hex")))).toBe("415 unsupported_media_type");
    expect(await refused(upload("a.txt", "a".repeat(10 * 1024 * 1024 + 1)))).toBe("413 too_large");
    expect(await refused(upload("a.txt", "The house", { target: "" }))).toBe("400 invalid_request");
    const two = upload("a.txt", "The house");
    two.append("file", new File(["The car"], "b.txt"));
    expect(await refused(two)).toBe("400 invalid_request");
    const none = new FormData();
    none.set("target", "es");
    expect(await refused(none)).toBe("400 invalid_request");
    none.set("file", "The house");
    const { json } = await send(key, none);
    expect(json.error.details.errors).toMatchObject([{ path: "file", code: "type" }]);
  });

  test("a document is exported as XLIFF, and its edited XLIFF is imported back into the document's format", async () => {
    const { key } = await newAccount();
    const page = '<!doctype html><html lang="en"><p>The <b>red</b> house.</p><p>The car.</p></html>';
    const { json } = await send(key, upload("page.html", page, { output: "xliff" }));
    expect(json).toMatchObject({ status: "completed", outputName: "page.es.xlf" });
    const xliff = await content(key, json.id);
    expect(xliff).toContain('version="2.1" srcLang="en" trgLang="es"');
    const form = new FormData();
    form.set("file", new File([xliff.replace(/El coche\./, "El automóvil.")], "page.es.xlf"));
    const back = await call("POST", `/v1/files/${json.id}/import`, { key, raw: form });
    expect(back.json).toMatchObject({ status: "completed", outputName: "page.es.html", warnings: [] });
    expect(await content(key, json.id)).toMatch(
      /^<!doctype html><html lang="es"><p>.*<b>roja<\/b>.*<p>El automóvil\.<\/p><\/html>$/,
    );
    const other = new FormData();
    other.set("file", new File(["<xliff/>"], "x.xlf"));
    const nothing = new FormData();
    nothing.set("file", new File([], "page.es.xlf"));
    const empty = await call("POST", `/v1/files/${json.id}/import`, { key, raw: nothing });
    expect(empty.json.error.details.errors).toEqual([{ path: "file", code: "empty", message: "The file is empty." }]);
    const refused = await call("POST", `/v1/files/${json.id}/import`, { key, raw: other });
    expect([refused.status, refused.json.error.code]).toEqual([422, "unreadable_file"]);
  });

  test("translating XLIFF keeps finished units, marks new translations for review, and overwrites finished units only on request", async () => {
    const { key } = await newAccount();
    const unit = (id: number, target: string) =>
      `<trans-unit id="${id}"><source>The house is big.</source>${target}</trans-unit>`;
    const file = (...units: string[]) =>
      `<xliff version="1.2"><file original="a" datatype="plaintext" source-language="en" target-language="es"><body>${units.join("")}</body></file></xliff>`;
    const finished = unit(1, '<target state="final">Mi casa</target>');
    const half = await send(key, upload("a.xlf", file(finished, unit(2, ""))));
    expect(half.status, JSON.stringify(half.json)).toBe(200);
    expect(half.json.units).toEqual({ translated: 1, kept: 1, left: 0, foreign: 0 });
    const text = await content(key, half.json.id);
    expect(text).toContain(finished);
    expect(text).toContain('<target state="needs-review-translation">La casa es grande.</target>');
    expect((await send(key, upload("a.xlf", text))).json.units).toEqual({
      translated: 1,
      kept: 1,
      left: 0,
      foreign: 0,
    });

    const whole = await send(key, upload("a.xlf", file(finished)));
    expect(whole.status).toBe(422);
    expect(whole.json.error).toMatchObject({
      code: "no_translatable_text",
      details: { reason: "already_translated", units: { translated: 0, kept: 1, left: 0, foreign: 0 } },
    });
    const again = await send(key, upload("a.xlf", file(finished), { overwrite: "true" }));
    expect(again.json.units).toEqual({ translated: 1, kept: 0, left: 0, foreign: 0 });
    expect(await content(key, again.json.id)).toContain("La casa es grande.");
  });

  test("bilingual output in an unsupported layout, and sentence segmentation of a file other than XLIFF, are refused", async () => {
    const { key } = await newAccount();
    for (const [name, fields, path] of [
      ["a.html", { bilingual: "side" }, "bilingual"],
      ["a.txt", { bilingual: "true" }, "bilingual"],
      ["a.txt", { segmentation: "sentence" }, "segmentation"],
    ] as const) {
      const { status, json } = await send(key, upload(name, "<p>The house</p>", fields));
      expect(status, name).toBe(400);
      expect(json.error.details.errors).toMatchObject([{ path }]);
    }
    const { json } = await call("GET", "/v1/formats", { key });
    const option = (id: string, name: string) =>
      json.formats
        .find((format: { id: string }) => format.id === id)
        .options.find((one: { name: string }) => one.name === name)?.values;
    expect(option("srt", "bilingual")).toEqual(["false", "true", "stacked", "side"]);
    expect(option("po", "overwrite")).toEqual(["true", "false"]);
    expect(option("txt", "segmentation")).toEqual(["paragraph", "sentence"]);
  });

  test("the protect option accepts repeated fields or one JSON array, and an invalid pattern is reported by its index", async () => {
    const { key } = await newAccount();
    const form = upload("a.txt", "The red house has a [a-z] door.", { protect: "red \\w+" });
    form.append("protect", "\\[a-z\\]");
    for (const body of [form, upload("a.txt", "The red house has a [a-z] door.", { protect: '["red \\\\w+"]' })]) {
      const { json } = await send(key, body);
      expect(await content(key, json.id)).toContain("red house");
    }
    const { status, json } = await send(key, upload("a.txt", "A house", { protect: "[a-" }));
    expect(status).toBe(400);
    expect(json.error.details.errors).toMatchObject([{ path: "protect.0", code: "format" }]);
  });

  test("the error for options that a format doesn't support lists the supported options", async () => {
    const { key } = await newAccount();
    const { status, json } = await send(
      key,
      upload("a.txt", "The house", { bilingual: "true", output: "docx", include: "notes" }),
    );
    expect(status).toBe(400);
    expect(json.error.details.errors.map((fault: { path: string }) => fault.path)).toEqual([
      "bilingual",
      "output",
      "include",
    ]);
  });

  test("GET /formats lists what each format translates and leaves unchanged", async () => {
    const { key } = await newAccount();
    const { json } = await call("GET", "/v1/formats", { key });
    const ids = json.formats.map((format: { id: string }) => format.id);
    expect(ids.length).toBeGreaterThanOrEqual(28);
    expect(new Set(ids).size).toBe(ids.length);
    for (const format of json.formats) {
      expect(format.translates).toMatch(/\w{3,}/);
      expect(format.extensions.length).toBeGreaterThan(0);
    }
  });

  test("repeating a file translation with its idempotency key returns the first response", async () => {
    const { key } = await newAccount();
    const first = await send(key, upload("a.txt", "The house"), { "Idempotency-Key": "upload-1" });
    const again = await send(key, upload("a.txt", "The house"), { "Idempotency-Key": "upload-1" });
    expect(again.headers.get("idempotent-replayed")).toBe("true");
    expect(again.json).toEqual(first.json);
    expect(again.text, "byte for byte").toBe(first.text);
    expect((await send(key, upload("a.txt", "The car"), { "Idempotency-Key": "upload-1" })).status).toBe(422);
  });

  test("repeating a retry or an import with its idempotency key returns the first response", async () => {
    const { key } = await newAccount();
    const { json } = await send(key, upload("a.txt", "The house is big.\n", { output: "xliff" }));
    const xliff = await content(key, json.id);
    const bring = (text: string) => {
      const form = new FormData();
      form.set("file", new File([text], "a.es.xlf"));
      return call("POST", `/v1/files/${json.id}/import`, {
        key,
        raw: form,
        headers: { "Idempotency-Key": "import-1" },
      });
    };
    const brought = await bring(xliff);
    expect([brought.status, brought.json.outputName]).toEqual([200, "a.es.txt"]);
    const againBrought = await bring(xliff);
    expect([againBrought.text, againBrought.headers.get("idempotent-replayed")]).toEqual([brought.text, "true"]);
    expect((await bring(xliff.replace("grande", "enorme"))).status).toBe(422);
    expect(await content(key, json.id)).toBe("La casa es grande.\n");

    await db()
      .update(files)
      .set({ status: "failed", error: { code: "timeout", message: "The engine took too long.", details: {} } })
      .where(eq(files.id, json.id));
    const retry = () => call("POST", `/v1/files/${json.id}/retry`, { key, headers: { "Idempotency-Key": "retry-1" } });
    const tried = await retry();
    expect([tried.status, tried.json.status]).toEqual([202, "queued"]);
    expect((await untilEnded(key, json.id)).status).toBe("completed");
    const againTried = await retry();
    expect([againTried.text, againTried.headers.get("idempotent-replayed")]).toEqual([tried.text, "true"]);
    expect((await untilEnded(key, json.id)).status).toBe("completed");
  });

  test("two requests with one idempotency key return the same file translation, even before it is finished", async () => {
    const { key } = await newAccount();
    const twice = () =>
      send(key, upload("a.txt", "The house is big.\n".repeat(3_000)), {
        "Idempotency-Key": "upload-2",
        Prefer: "wait=60",
      });
    const first = twice();
    await expect.poll(async () => (await call("GET", "/v1/files", { key })).json.files.length).toBe(1);
    const again = await twice();
    expect([again.status, again.json.status]).toEqual([200, "completed"]);
    expect((await first).json.id).toBe(again.json.id);
    expect(again.headers.get("idempotent-replayed")).toBe("true");
  });

  test("invalid headers and forms are refused before anything is stored", async () => {
    const { key } = await newAccount();
    for (const prefer of ["wait=61", "wait=soon"]) {
      const { status, json } = await send(key, upload("a.txt", "The house"), { Prefer: prefer });
      expect([status, json.error.details.errors[0].path]).toEqual([400, "Prefer"]);
    }
    const unbounded = await call("POST", "/v1/translate/file", {
      key,
      raw: "x",
      headers: { "Content-Type": "multipart/form-data" },
    });
    expect(unbounded.status).toBe(400);
    expect((await call("GET", "/v1/files", { key })).json.files).toEqual([]);
  });

  test("a download has a Content-Length and forbids caching", async () => {
    const { key } = await newAccount();
    const { json } = await send(key, upload("a.txt", "The house"));
    for (const [path, text] of [
      [json.contentUrl, "La casa"],
      [`/v1/files/${json.id}/original`, "The house"],
    ])
      for (const method of ["GET", "HEAD"]) {
        const response = await fetch(`${baseUrl()}${path}`, { method, headers: { Authorization: `Bearer ${key}` } });
        expect(response.headers.get("content-length"), `${method} ${path}`).toBe(String(text.length));
        expect(response.headers.get("cache-control")).toBe("no-store");
      }
  });

  test("a file one byte over the limit returns 413 with the limit and the size of the file", async () => {
    const { key } = await newAccount({ limits: { fileBytes: 1_000 } });
    expect((await send(key, upload("a.txt", "The house\n".repeat(100)))).status).toBe(200);
    const { status, json } = await send(key, upload("a.txt", `${"The house\n".repeat(100)}!`));
    expect([status, json.error.details]).toMatchObject([413, { limit: 1_000, actual: 1_001, unit: "bytes" }]);
  });
});
