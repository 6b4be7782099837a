import { deepl } from "@/lib/http/compat/deepl/dialect";
import { unknownBelow } from "@/lib/http/compat/facade";

export const endpoint = unknownBelow(deepl, "/v2", "/v3");
