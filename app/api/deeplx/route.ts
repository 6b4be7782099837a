import { deeplx, translate } from "@/lib/http/compat/deepl/deeplx";
import { facadeEndpoint, unknownBelow } from "@/lib/http/compat/facade";

export const endpoints = [
  facadeEndpoint(
    deeplx,
    "/deeplx/translate",
    { POST: { scope: "translate", handle: translate } },
    "/deeplx/v1/translate",
  ),
  unknownBelow(deeplx, "/deeplx"),
];
