import { notFound } from "next/navigation";

/** Unknown addresses: a 404 within the frame of the dashboard, or of signed-out pages. */
export default function Nowhere(): never {
  notFound();
}
