import { forgetDraft } from "@/lib/client/draft";

/** Ends this browser's session, deletes drafts, and loads the start page. */
export async function signOutBrowser(): Promise<void> {
  forgetDraft();
  const { signOut } = await import("next-auth/react");
  await signOut({ redirect: false });
  window.location.assign("/");
}
