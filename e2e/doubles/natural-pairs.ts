import type { QaTerm } from "@/lib/text/qa/checked";
import type { InlineCode } from "@/lib/text/segment";

/** A source text with a good translation. Our own data, as encoded texts. */
export type NaturalPair = {
  readonly from: string;
  readonly to: string;
  readonly source: string;
  readonly target: string;
  readonly codes?: readonly InlineCode[];
  readonly format?: string;
  readonly terms?: readonly QaTerm[];
};

const LINK: readonly InlineCode[] = [{ id: 1, kind: "pair" }];
const BOLD: readonly InlineCode[] = [{ id: 1, kind: "format" }];
const NAME: readonly InlineCode[] = [{ id: 1, kind: "placeholder", equiv: "{name}" }];
const BREAK: readonly InlineCode[] = [{ id: 1, kind: "single", equiv: "\n" }];
const TWO_VALUES: readonly InlineCode[] = [
  { id: 1, kind: "placeholder", equiv: "{count}" },
  { id: 2, kind: "placeholder", equiv: "{total}" },
];

function pair(tags: string, source: string, target: string, more: Partial<NaturalPair> = {}): NaturalPair {
  const [from = "", to = ""] = tags.split(">");
  return { from, to, source, target, ...more };
}

function term(source: string, ...targets: readonly string[]): QaTerm {
  const [preferred = "", ...admitted] = targets;
  return {
    source,
    caseSensitive: false,
    doNotTranslate: false,
    targets: [
      { text: preferred, usage: "preferred" },
      ...admitted.map((text) => ({ text, usage: "admitted" as const })),
    ],
  };
}

const KEPT: QaTerm = { source: "Dragoman", caseSensitive: true, doNotTranslate: true, targets: [] };

export const NATURAL_PAIRS: readonly NaturalPair[] = [
  // Spanish
  pair("en>es", "Are you sure you want to delete this file?", "¿Seguro que quiere eliminar este archivo?"),
  pair("en>es", "Refunds take <x1/> days.", "Los reembolsos tardan <x1/> días.", { codes: NAME }),
  pair("en>es", "The meeting starts at 5:30 pm on March 3.", "La reunión empieza a las 17:30 del 3 de marzo."),
  pair("en>es", "Save 1,250.50 euros a year!", "¡Ahorre 1250,50 euros al año!"),
  pair(
    "en>es",
    "See <g1>our terms</g1> for details.",
    "Para más información, consulte <g1>nuestras condiciones</g1>.",
    {
      codes: LINK,
    },
  ),
  pair("en>es", "He said: “I will be back in five minutes.”", "Dijo: «Vuelvo en 5 minutos»."),
  pair("en>es", "Total", "Total"),
  pair("en>es-MX", "The price rose by 2.5% to $1,200.", "El precio subió un 2.5 % a $1,200."),

  // French
  pair("en>fr", "What would you like to do?", "Que souhaitez-vous faire\u202f?"),
  pair("en>fr", "Note: the file is larger than 10 MB.", "Remarque\u00a0: le fichier dépasse 10\u00a0Mo."),
  pair(
    "en>fr",
    'Click "Save" to keep your changes.',
    "Cliquez sur «\u00a0Enregistrer\u00a0» pour conserver vos modifications.",
  ),
  pair("en>fr", "The store is open from 9 am to 8 pm.", "Le magasin est ouvert de 9 h à 20 h."),
  pair("en>fr", "Nous is not a typo: we say it twice.", "Ce n’est pas une faute\u00a0: nous nous répétons."),
  pair("en>fr-CA", "Are you ready?", "Êtes-vous prêt?"),
  pair(
    "en>fr",
    "<g1>Warning</g1>: this cannot be undone.",
    "<g1>Attention</g1>\u00a0: cette action est irréversible.",
    {
      codes: BOLD,
    },
  ),
  pair("en>fr", "Population: 1,234,567 (2021)", "Population\u00a0: 1\u202f234\u202f567 (2021)"),

  // German
  pair("en>de", "Your translation memory is empty.", "Ihr Übersetzungsspeicher ist leer.", {
    terms: [term("translation memory", "Übersetzungsspeicher"), term("memory", "Erinnerung")],
  }),
  pair("en>de", "The files have been uploaded.", "Die Dateien wurden hochgeladen.", { terms: [term("file", "Datei")] }),
  pair("en>de", "delete the selected entries", "Ausgewählte Einträge löschen"),
  pair("en>de", "3.5 million people live here.", "Hier leben 3,5 Mio. Menschen."),
  pair("en>de", "On May 1st, 2024, at 8 a.m.", "Am 1. Mai 2024 um 8 Uhr"),
  pair("en>de", "The women who know her are here.", "Die, die sie kennen, sind da."),
  pair("en>de", "Read more at https://en.example.org/docs.", "Mehr dazu auf https://de.example.org/docs."),
  pair("en>de", "Nothing found (try other words).", "Nichts gefunden (versuchen Sie es mit anderen Wörtern)."),
  pair("en>de", "Version 2.10.3 of Dragoman is out", "Version 2.10.3 von Dragoman ist erschienen", { terms: [KEPT] }),

  // Japanese
  pair("en>ja", "Your changes have been saved.", "変更内容を保存しました。"),
  pair("en>ja", "Hello, <x1/>! Welcome back.", "<x1/>さん、お帰りなさい。", { codes: NAME }),
  pair("en>ja", "You have a new message.", "新しいメッセージが1件あります。"),
  pair("en>ja", "Open Google Chrome and sign in.", "Google Chromeを開いてログインしてください。"),
  pair("en>ja", "2 million downloads in the first week!", "最初の1週間で200万ダウンロード！"),
  pair("en>ja", "First line<x1/>Second line", "1行目<x1/>2行目", { codes: BREAK }),
  pair("en>ja", "It opens on March 15.", "3月15日にオープンします。"),
  pair("en>ja", "Could not read %s of %d bytes.", "%2$dバイト中%1$sを読み込めませんでした。", { format: "po" }),

  // Chinese
  pair("en>zh-Hans", "Do you want to continue?", "是否继续？"),
  pair(
    "en>zh-Hans",
    "Copied <x1/> of <x2/> files (and skipped the rest).",
    "已复制 <x2/> 个文件中的 <x1/> 个（其余已跳过）。",
    {
      codes: TWO_VALUES,
    },
  ),
  pair("en>zh-Hans", "The company has 10,000 employees.", "该公司拥有1万名员工。"),
  pair("en>zh-Hans", "Two or three days", "两三天"),
  pair("en>zh-Hans", "Select the file(s) to upload.", "选择要上传的文件。"),
  pair("en>zh-Hant", "Contact support@example.com for help.", "如需協助，請聯絡 support@example.com。"),
  pair("en>zh-Hans", "Press Ctrl+C to copy.", "按 Ctrl+C 复制。"),

  // Arabic
  pair("en>ar", "Do you really want to leave?", "هل تريد المغادرة حقًا؟"),
  pair("en>ar", "Please enter your name, address and phone number.", "يُرجى إدخال الاسم والعنوان ورقم الهاتف."),
  pair("en>ar", "You have 2 new messages.", "لديك رسالتان جديدتان."),
  pair("en>ar", "The session ends in 15 minutes.", "تنتهي الجلسة خلال ١٥ دقيقة."),
  pair("en>ar", "Choose <g1>Settings</g1>, then Save.", "اختر <g1>الإعدادات</g1> ثم «حفظ».", { codes: BOLD }),
  pair("en>ar", "Free for 30 days.", "مجاني لمدة 30 يومًا."),

  // Russian
  pair("en>ru", "The page you are looking for does not exist.", "Страница, которую вы ищете, не существует."),
  pair("en>ru", "Only 3 attempts are left.", "Осталось всего три попытки."),
  pair("en>ru", "He was born in the 19th century.", "Он родился в XIX веке."),
  pair("en>ru", "The file “<x1/>” is being processed…", "Файл «<x1/>» обрабатывается...", { codes: NAME }),
  pair("en>ru", "Install Node.js 20 or later.", "Установите Node.js 20 или новее."),
  pair("en>ru", "It weighs 1,500.75 kg.", "Весит 1500,75 кг."),
  pair("en>ru", "Contact your administrator.", "Обратитесь к администратору.", {
    terms: [term("administrator", "администратор")],
  }),

  // Portuguese
  pair("en>pt-BR", "The password must have at least 8 characters.", "A senha deve ter pelo menos oito caracteres."),
  pair("en>pt", "Your order was shipped on 12/31/2025.", "A sua encomenda foi enviada a 31/12/2025."),
  pair("en>pt-BR", "Invite members to your workspace", "Convide membros para o seu espaço de trabalho"),
  pair("en>pt-BR", "A day has 24 hours; a week has 7 days.", "Um dia tem 24 horas; uma semana tem 7 dias."),
  pair("en>pt", "Dear %{name}, thank you!", "%{name}, obrigado!", { format: "yaml" }),
  pair("es>pt", "La casa es grande y tiene un jardín.", "A casa é grande e tem um jardim."),

  // Catalan
  pair("es>ca", "La reunión del martes se ha cancelado.", "La reunió de dimarts s'ha cancel·lat."),
  pair("es>ca", "el mapa de Catalunya", "el mapa de Catalunya"),
  pair("es>ca", "¿Quieres guardar los cambios?", "Vols desar els canvis?"),
  pair("en>ca", "I don't know what to say.", "No sé què dir."),
  pair("en>ca", "Meet us at the main entrance at 10:00.", "Trobem-nos a l'entrada principal a les 10.00 h."),
  pair("es>ca", "El 50 % de los usuarios lo prefiere.", "El 50% dels usuaris ho prefereix."),

  // The opposite direction.
  pair("fr>en", "Où se trouve la gare\u00a0?", "Where is the station?"),
  pair("de>en", "Der Vertrag gilt ab dem 01.02.2025.", "The contract is valid from 1 February 2025."),
  pair("ja>en", "設定を変更しますか？", "Do you want to change the settings?"),
  pair("zh-Hans>en", "价格为1.2亿元。", "The price is 120 million yuan."),
  pair("ru>en", "Тел. 8 800 555-35-35", "Phone: 8 800 555 35 35"),
];
