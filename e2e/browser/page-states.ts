import type { Page } from "playwright/test";
import { source, translation } from "./translator-page";

/** A page in one of its states. */
export type PageState = {
  /** Also used as the name of its pictures. */
  readonly name: string;
  readonly path: string;
  /**
   * `nobody`: a signed-out visitor. `empty` and `filled`: the owner of a workspace without data, or with data of every
   * kind.
   */
  readonly by: "nobody" | "empty" | "filled";
  /** Interaction before the page is checked. */
  readonly after?: (page: Page) => Promise<void>;
};

/** Every page, empty and filled, and every dialog and menu. Names in braces stand for ids. */
export const PAGE_STATES: readonly PageState[] = [
  { name: "welcome", path: "/", by: "nobody" },
  { name: "sign-in", path: "/sign-in", by: "nobody" },
  { name: "sign-in-refused", path: "/sign-in?error=not_linked", by: "nobody" },
  { name: "sign-up", path: "/sign-up", by: "nobody" },
  { name: "reset-password", path: "/reset-password", by: "nobody" },
  { name: "new-password", path: "/reset-password#{reset}", by: "nobody" },
  { name: "setup", path: "/setup", by: "nobody" },
  { name: "invitation", path: "/invitation", by: "nobody" },
  { name: "device-signed-out", path: "/device#BCDF-GHJK", by: "nobody" },
  { name: "device-code", path: "/device", by: "filled" },
  { name: "docs", path: "/docs", by: "nobody" },
  { name: "docs-group", path: "/docs/translate", by: "nobody", after: openAll },
  { name: "not-found", path: "/nowhere", by: "filled" },
  { name: "translate", path: "/", by: "empty" },
  { name: "translate-done", path: "/", by: "filled", after: translate },
  { name: "translate-languages", path: "/", by: "empty", after: pressing("Target language: ") },
  { name: "translate-history", path: "/", by: "filled", after: pressing("History") },
  { name: "translate-request", path: "/", by: "filled", after: pressing("Show API request") },
  { name: "palette", path: "/", by: "filled", after: typing("Control+KeyK") },
  { name: "shortcuts", path: "/usage", by: "filled", after: typing("?") },
  { name: "account-menu", path: "/usage", by: "filled", after: pressing("Account menu for ") },
  { name: "languages", path: "/languages?of=es", by: "filled" },
  { name: "files-empty", path: "/files", by: "empty" },
  { name: "files", path: "/files", by: "filled" },
  { name: "files-staged", path: "/files", by: "filled", after: stageFile },
  { name: "files-preview", path: "/files", by: "filled", after: pressing("Preview ") },
  { name: "projects-empty", path: "/projects", by: "empty" },
  { name: "projects", path: "/projects", by: "filled" },
  { name: "projects-none-fit", path: "/projects?q=nothing", by: "filled" },
  { name: "project-new", path: "/projects/new", by: "filled" },
  { name: "project-new-faults", path: "/projects/new", by: "filled", after: pressing("Create project") },
  { name: "project", path: "/projects/{project}", by: "filled" },
  { name: "project-work", path: "/projects/{work}", by: "filled" },
  { name: "project-files-empty", path: "/projects/{project}/files", by: "filled" },
  { name: "project-files", path: "/projects/{work}/files", by: "filled" },
  { name: "project-activity", path: "/projects/{work}/activity", by: "filled" },
  { name: "project-exports", path: "/projects/{work}/exports", by: "filled" },
  { name: "project-analysis-empty", path: "/projects/{project}/analysis", by: "filled" },
  {
    name: "project-analysis",
    path: "/projects/{work}/analysis",
    by: "filled",
    after: (page) => page.getByRole("table").waitFor(),
  },
  { name: "project-settings", path: "/projects/{work}/settings", by: "filled" },
  {
    name: "project-glossaries",
    path: "/projects/{work}/settings",
    by: "filled",
    after: (page) => press(page, "Add glossary"),
  },
  { name: "editor", path: "/projects/{work}/edit/es", by: "filled" },
  { name: "inbox-empty", path: "/inbox", by: "empty" },
  { name: "inbox", path: "/inbox", by: "filled" },
  { name: "glossaries-empty", path: "/glossaries", by: "empty" },
  { name: "glossaries", path: "/glossaries", by: "filled" },
  { name: "glossaries-create", path: "/glossaries", by: "filled", after: pressing("New glossary") },
  { name: "glossary", path: "/glossaries/{glossary}", by: "filled" },
  { name: "glossary-none-fit", path: "/glossaries/{glossary}", by: "filled", after: seeking("nothing such") },
  { name: "glossary-term", path: "/glossaries/{glossary}", by: "filled", after: pressing("Edit invoice") },
  { name: "glossary-import", path: "/glossaries/{glossary}", by: "filled", after: pressing("Import") },
  { name: "glossary-imported", path: "/glossaries/{glossary}", by: "filled", after: importTerms },
  { name: "glossary-delete", path: "/glossaries/{glossary}", by: "filled", after: pressing("Delete invoice") },
  { name: "memories-empty", path: "/memories", by: "empty" },
  { name: "memories", path: "/memories", by: "filled" },
  { name: "memories-create", path: "/memories", by: "filled", after: pressing("New memory") },
  { name: "memory", path: "/memories/{memory}", by: "filled" },
  { name: "memory-unit", path: "/memories/{memory}", by: "filled", after: (page) => press(page, "Edit: Press") },
  { name: "memory-menu", path: "/memories/{memory}", by: "filled", after: pressing("More") },
  { name: "memory-import", path: "/memories/{memory}", by: "filled", after: pressing("Import") },
  { name: "keys-empty", path: "/keys", by: "empty" },
  { name: "keys", path: "/keys", by: "filled" },
  { name: "keys-create", path: "/keys", by: "filled", after: pressing("Create key") },
  { name: "keys-addresses", path: "/keys", by: "filled", after: pressing("Edit addresses ") },
  { name: "keys-rotate", path: "/keys", by: "filled", after: pressing("Rotate ") },
  { name: "keys-revoke", path: "/keys", by: "filled", after: pressing("Revoke ") },
  { name: "webhooks-empty", path: "/webhooks", by: "empty" },
  { name: "webhooks", path: "/webhooks", by: "filled" },
  { name: "webhooks-create", path: "/webhooks", by: "filled", after: pressing("Add webhook") },
  { name: "webhook", path: "/webhooks/{webhook}", by: "filled" },
  { name: "webhook-menu", path: "/webhooks/{webhook}", by: "filled", after: pressing("More") },
  { name: "webhook-replay", path: "/webhooks/{webhook}", by: "filled", after: pressing("Send events again") },
  { name: "usage-empty", path: "/usage", by: "empty" },
  { name: "usage", path: "/usage", by: "filled", after: openAll },
  { name: "settings-profile", path: "/settings", by: "filled" },
  { name: "settings-security", path: "/settings/security", by: "filled" },
  { name: "settings-second-factor", path: "/settings/security", by: "filled", after: pressing("Set up app") },
  { name: "settings-workspace", path: "/settings/workspace", by: "filled" },
  { name: "settings-members", path: "/settings/members", by: "filled", after: openAll },
  { name: "settings-appearance", path: "/settings/appearance", by: "filled" },
  { name: "settings-notifications", path: "/settings/notifications", by: "filled" },
  { name: "notifications-empty", path: "/usage", by: "empty", after: pressing("Notifications") },
  { name: "unsubscribe", path: "/unsubscribe", by: "nobody" },
  { name: "confirm-email", path: "/confirm-email", by: "nobody" },
  { name: "settings-data", path: "/settings/data", by: "filled" },
  { name: "settings-audit", path: "/settings/audit", by: "filled" },
  { name: "settings-delete", path: "/settings/data", by: "filled", after: pressing("Delete workspace") },
  { name: "admin-accounts", path: "/admin", by: "filled" },
  { name: "admin-change", path: "/admin", by: "filled", after: pressing("Edit ") },
  { name: "admin-people", path: "/admin/people", by: "filled" },
  { name: "admin-engines", path: "/admin/engines", by: "filled" },
  { name: "admin-service", path: "/admin/engines", by: "filled", after: pressing("Add service") },
  { name: "admin-models", path: "/admin/models", by: "filled" },
  { name: "admin-models-import", path: "/admin/models", by: "filled", after: pressing("Install from files") },
  { name: "admin-audit", path: "/admin/audit", by: "filled" },
  { name: "admin-jobs", path: "/admin/jobs", by: "filled" },
  { name: "admin-sign-up", path: "/admin/sign-up", by: "filled" },
];

function pressing(name: string): PageState["after"] {
  return (page) => press(page, name);
}

/** Clicks the first visible button whose name starts with `name`, and waits for what it opens. */
async function press(page: Page, name: string): Promise<void> {
  await page
    .getByRole("button", { name: new RegExp(`^${name}`) })
    .first()
    .click();
  await opened(page);
}

function typing(combination: string): PageState["after"] {
  return async (page) => {
    await page.locator("main").waitFor();
    await page.keyboard.press(combination);
    await opened(page);
  };
}

/** Waits for a dialog, a menu, or an error. */
async function opened(page: Page): Promise<void> {
  await page.locator("[role=dialog], [role=menu], [aria-invalid=true]").first().waitFor();
}

async function openAll(page: Page): Promise<void> {
  await page.locator("details").evaluateAll((all) => {
    for (const each of all) (each as HTMLDetailsElement).open = true;
  });
}

async function translate(page: Page): Promise<void> {
  await source(page).fill("The house is big.\nXyzzy is no word.");
  await translation(page).locator("p[lang=es]").waitFor();
}

async function stageFile(page: Page): Promise<void> {
  await page.locator("input[type=file]").setInputFiles([
    { name: "letter.txt", mimeType: "text/plain", buffer: Buffer.from("The house is big.") },
    { name: "unknown.kind", mimeType: "", buffer: Buffer.from("") },
  ]);
  await page.getByText("unknown.kind").waitFor();
}

function seeking(text: string): PageState["after"] {
  return async (page) => {
    await page.locator("main").getByRole("searchbox").fill(text);
    await page.getByText("No results").waitFor();
  };
}

/** A table with one valid and one invalid row. */
async function importTerms(page: Page): Promise<void> {
  await press(page, "Import");
  const dialog = page.getByRole("dialog");
  await dialog
    .locator("input[type=file]")
    .setInputFiles({ name: "terms.csv", mimeType: "text/csv", buffer: Buffer.from("source,es\nhouse,casa\n,nada") });
  await dialog.getByRole("button", { name: "Import" }).click();
  await dialog.getByText("Entry 3").waitFor();
}
