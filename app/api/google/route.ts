import { facadeEndpoint, forGetAndPost, unknownBelow } from "@/lib/http/compat/facade";
import { google } from "@/lib/http/compat/google/dialect";
import { detect, languages, translate, v3 } from "@/lib/http/compat/google/translation";

export const endpoints = [
  facadeEndpoint(google, "/language/translate/v2", forGetAndPost({ scope: "translate", handle: translate })),
  facadeEndpoint(google, "/language/translate/v2/detect", forGetAndPost({ scope: "translate", handle: detect })),
  facadeEndpoint(google, "/language/translate/v2/languages", forGetAndPost({ scope: null, handle: languages })),
  facadeEndpoint(google, "/v3/projects/{path...}", forGetAndPost({ scope: "translate", handle: v3 })),
  unknownBelow(google, "/language"),
];
