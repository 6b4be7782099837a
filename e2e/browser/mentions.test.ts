import { newPerson } from "@/e2e/people";
import { axeFindings } from "./axe";
import { projectOf } from "./project-data";
import { expect, test } from "./test";

const TEXTS = [
  { key: "title", source: "The house is big.", target: "La casa es grande." },
  { key: "body", source: "The tree is green." },
  { key: "end", source: "See you tomorrow." },
];

test("a mention is completed with the keyboard while typing, and notifies the person", async ({
  signedIn,
  person,
  open,
  api,
}) => {
  const id = await projectOf(api, TEXTS);
  const ana = await newPerson({ accountId: person.accountId, role: "viewer", personName: "Ana Bó" });
  await newPerson({ accountId: person.accountId, role: "viewer", personName: "Bea Anders" });
  await signedIn.goto(`/projects/${id}/edit/es`);
  await signedIn.getByRole("tab", { name: "Comments" }).click();
  const comment = signedIn.getByRole("textbox", { name: "New comment" });
  await comment.pressSequentially("Hi @an");
  const list = signedIn.getByRole("listbox", { name: "People" });
  await expect(list.getByRole("option")).toHaveCount(2);
  await expect(signedIn.getByText("2 people. Use the arrow keys and Enter.")).toBeAttached();
  expect(await axeFindings(signedIn)).toEqual([]);
  await signedIn.screenshot({ path: "test-results/screenshots/mentions.png" });
  await signedIn.keyboard.press("ArrowDown");
  await signedIn.keyboard.press("ArrowUp");
  await expect(comment).toHaveAttribute(
    "aria-activedescendant",
    (await list.getByRole("option").first().getAttribute("id"))!,
  );
  await signedIn.keyboard.press("Enter");
  await expect(comment).toHaveValue("Hi @Ana Bó ");
  await expect(list).toHaveCount(0);
  await comment.pressSequentially("@be");
  await signedIn.keyboard.press("Escape");
  await expect(list).toHaveCount(0);
  await signedIn.keyboard.press("Control+Enter");
  await expect(signedIn.getByText("Hi @Ana Bó @be")).toBeVisible();
  const mentioned = await open(ana);
  await mentioned.goto("/projects");
  await expect(mentioned.getByRole("button", { name: "Notifications, 1 unread" }).first()).toBeVisible();
});
