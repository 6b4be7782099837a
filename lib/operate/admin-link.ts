import { adminLink } from "@/lib/identity/accounts/first-admin";

/** Prints the one-time link for creating the first administrator; nothing if there is one already. */
const link = await adminLink(process.argv[2] ?? "");
process.stdout.write(link ?? "", () => process.exit(0));
