import { unknownBelow } from "@/lib/http/compat/facade";
import { google } from "@/lib/http/compat/google/dialect";

export const endpoint = unknownBelow(google, "/language");
