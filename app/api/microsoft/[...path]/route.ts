import { unknownBelow } from "@/lib/http/compat/facade";
import { microsoft } from "@/lib/http/compat/microsoft/dialect";

export const endpoint = unknownBelow(microsoft, "/translator", "/microsoft");
