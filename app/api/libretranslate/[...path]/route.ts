import { unknownBelow } from "@/lib/http/compat/facade";
import { libreTranslate } from "@/lib/http/compat/libretranslate/dialect";

export const endpoint = unknownBelow(libreTranslate, "/libretranslate");
