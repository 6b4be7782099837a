import { currentCaller } from "@/lib/auth/page-caller";

export default async function StartPage() {
  const caller = await currentCaller();
  return <p>{caller?.accountId}</p>;
}
