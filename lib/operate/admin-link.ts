import { adminLink } from "@/lib/identity/accounts/first-admin";

/** Prints the one-time link for creating the first administrator; prints nothing if there is an administrator. */
const link = await adminLink(process.argv[2] ?? "");
process.stdout.write(link ?? "", () => process.exit(0));
