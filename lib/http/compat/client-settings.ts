import { type Env, env } from "@/lib/base/env";

/** Settings that make a program written for another service use this server. Backticks enclose code in these texts. */
export type ClientSettings = { readonly program: string; readonly place: string; readonly settings: string };

type Answered = Pick<Env, "DEEPL_API" | "GOOGLE_API" | "LIBRETRANSLATE_API" | "MICROSOFT_API">;

/**
 * Settings of programs for those services whose API this server offers.
 * @param server its address, without a trailing slash
 */
export function clientSettings(server: string, answered: Answered = env()): ClientSettings[] {
  const libretranslate = `${server}/libretranslate`;
  const deepl = [
    {
      program: "Weblate",
      place: "*Manage → Automatic suggestions → DeepL*",
      settings: `API URL \`${server}/v2/\`, API key. Weblate translates from English to German when you save, so your server must support this pair`,
    },
    { program: "DeepL's SDKs", place: "constructor or `DEEPL_SERVER_URL`", settings: `\`${server}\`, the key` },
    {
      program: "Zotero PDF Translate",
      place: "*DeepLX(API)*",
      settings: `endpoint \`${server}/deeplx/translate?token=dgm_live_…\``,
    },
    {
      program: "PDFMathTranslate",
      place: "service `deeplx`",
      settings: `\`DEEPLX_ENDPOINT=${server}/deeplx/translate\`, \`DEEPLX_ACCESS_TOKEN\``,
    },
  ];
  const google = [
    {
      program: "Google's clients (v2)",
      place: "`GOOGLE_CLOUD_TRANSLATE_ENDPOINT`, or the option for the endpoint",
      settings: `\`${server}/language/translate/v2\`, API key`,
    },
    { program: "@googleapis/translate", place: "options", settings: `\`rootUrl: "${server}/"\`, \`auth\`: the key` },
  ];
  const microsoft = [
    {
      program: "Azure's SDKs",
      place: "constructor",
      settings: `endpoint \`${server}/microsoft\`, the key, any region`,
    },
  ];
  const others = [
    {
      program: "Weblate",
      place: "*Manage → Automatic suggestions → LibreTranslate*",
      settings: `API URL \`${libretranslate}\`, API key. Your server must support English to German`,
    },
    {
      program: "Mastodon",
      place: "environment",
      settings: `\`LIBRE_TRANSLATE_ENDPOINT=${libretranslate}\`, \`LIBRE_TRANSLATE_API_KEY\``,
    },
    {
      program: "Discourse",
      place: "plugin *Translator*: `libretranslate`",
      settings: `\`translator_libretranslate_endpoint\` \`${libretranslate}\`, \`translator_libretranslate_api_key\``,
    },
    {
      program: "i18n-ally",
      place: "settings of VS Code",
      settings: `\`"i18n-ally.translate.engines": ["libretranslate"]\`, \`"i18n-ally.translate.libre.apiRoot": "${libretranslate}"\`. It sends no key, so an administrator assigns a key to its IP address: \`LIBRETRANSLATE_ADDRESS_KEYS\``,
    },
    {
      program: "Zotero PDF Translate",
      place: "*LibreTranslate*",
      settings: `endpoint \`${libretranslate}\`, secret: the key`,
    },
    {
      program: "deep-translator",
      place: "`LibreTranslator`",
      settings: `\`custom_url="${libretranslate}/"\`, \`api_key\``,
    },
  ];
  return [
    ...(answered.DEEPL_API ? deepl : []),
    ...(answered.GOOGLE_API ? google : []),
    ...(answered.MICROSOFT_API ? microsoft : []),
    ...(answered.LIBRETRANSLATE_API === "off" ? [] : others),
  ];
}

/** The settings as a table in Markdown. */
export function clientTable(server: string): string {
  const all = { DEEPL_API: true, GOOGLE_API: true, LIBRETRANSLATE_API: "prefix", MICROSOFT_API: true } as const;
  return [
    "| program | where to set it | settings |",
    "|---|---|---|",
    ...clientSettings(server, all).map(({ program, place, settings }) => `| ${program} | ${place} | ${settings} |`),
  ].join("\n");
}
