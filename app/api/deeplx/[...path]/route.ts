import { deeplx } from "@/lib/http/compat/deepl/deeplx";
import { unknownBelow } from "@/lib/http/compat/facade";

export const endpoint = unknownBelow(deeplx, "/deeplx");
