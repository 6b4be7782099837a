/** Run with tsx. Prints the one-time link for creating the first administrator; nothing if there is one already. */
const { adminLink } = await import("../../identity/accounts/first-admin.ts");
const link = await adminLink(process.argv[2]);
process.stdout.write(link ?? "", () => process.exit(0));
