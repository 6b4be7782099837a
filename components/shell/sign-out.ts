import { forgetDraft } from "@/lib/client/draft";

/** Ends this browser's session, forgets what was being typed, and shows the start page afresh. */
export async function signOutBrowser(): Promise<void> {
  forgetDraft();
  const { signOut } = await import("next-auth/react");
  await signOut({ redirect: false });
  window.location.assign("/");
}
