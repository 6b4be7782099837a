import { notFound } from "next/navigation";

/** Any address that no page has: said within the frame of the dashboard, or of those who are not signed in. */
export default function Nowhere(): never {
  notFound();
}
