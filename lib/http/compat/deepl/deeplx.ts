import { randomInt } from "node:crypto";
import type { Dialect, FacadeAnswer, FacadeContext } from "@/lib/http/compat/facade";
import { bearerOf, CORS } from "@/lib/http/compat/faults";
import { Fields } from "@/lib/http/compat/fields";
import { deepl } from "./dialect";
import { translationsOf } from "./translate";

/** DeepLX (github.com/OwO-Network/DeepLX): DeepL's fields for one text, errors as `{"code": …, "message": "…"}`. */
export const deeplx: Dialect = {
  ...deepl,
  keyOf: (request, fields) => bearerOf(request) ?? fields.text("token"),
  error: (error, request) => {
    const { status, body } = deepl.error(error, request);
    const isKey = error.code === "unauthorized";
    const code = isKey ? 401 : status;
    const { message } = body as { readonly message: string };
    return {
      status: code,
      body: { code, message: isKey ? "Send the key as Authorization: Bearer, or as ?token=." : message },
    };
  },
  headers: () => CORS,
};

/** `POST /deeplx/translate`. */
export async function translate(context: FacadeContext): Promise<FacadeAnswer> {
  const { fields } = context;
  const source = fields.text("source_lang");
  const target = fields.text("target_lang");
  const asked = new Fields({
    // Refuses several texts, because the response has room for only one.
    text: (fields.texts("text")?.length ?? 0) > 1 ? null : fields.text("text"),
    target_lang: target,
    source_lang: source?.toLowerCase() === "auto" ? null : source,
    tag_handling: fields.text("tag_handling"),
  });
  const [translation] = await translationsOf({ ...context, fields: asked });
  return {
    body: {
      code: 200,
      id: randomInt(1e12),
      data: translation!.text,
      alternatives: [],
      source_lang: translation!.detected_source_language,
      target_lang: target?.toUpperCase(),
      method: "Free",
    },
  };
}
