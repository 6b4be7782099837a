// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the placeholders of other languages are the matter here
import { describe, expect, it } from "vitest";
import type { InlineCode } from "@/lib/text/segment";
import { type CheckId, checkTranslation, type QaContext, type QaTerm } from "./check";

/** A correct text that resembles an error and that `check` must not report. Default: English to Spanish. */
type NearFault = {
  readonly source: string;
  readonly target: string;
  readonly to?: string;
  readonly codes?: readonly InlineCode[];
  readonly maxLength?: number;
  readonly context?: Partial<QaContext>;
};

const FILE: QaTerm = {
  source: "file",
  caseSensitive: false,
  doNotTranslate: false,
  targets: [
    { text: "archivo", usage: "preferred" },
    { text: "app", usage: "forbidden" },
    { text: "web app", usage: "admitted" },
  ],
};
const withTerms = (...terms: QaTerm[]) => ({ context: { terms } });
const PAIRS: readonly InlineCode[] = [
  { id: 1, kind: "pair" },
  { id: 2, kind: "pair" },
];
const FORMATS: readonly InlineCode[] = [
  { id: 1, kind: "format" },
  { id: 2, kind: "single", deletable: true },
];

const HOLES: readonly InlineCode[] = [{ id: 1, kind: "single" }];
const value = (equiv: string): readonly InlineCode[] => [{ id: 1, kind: "placeholder", equiv }];

const NEAR_FAULTS: Readonly<Partial<Record<CheckId, readonly NearFault[]>>> = {
  "tags.missing": [
    {
      source: "<g1>Add</g1><x2/>a group",
      target: "<g1>Añadir</g1>&lt;br />un grupo",
      codes: FORMATS.map(({ id, kind }) => ({ id, kind })),
      context: { format: "qt" },
    },
    { source: "<g1>Bold</g1><x2/> text", target: "<g1>Texto</g1> en negrita", codes: FORMATS },
    { source: "older than &lt;time>", target: "más antiguo que &lt;hora>" },
    { source: "tag [<x1/>]", target: "tag [&lt;confirmación>]", codes: HOLES, context: { format: "po" } },
    {
      source: "Made with <g1>Tool</g1>",
      target: 'Hecho con &lt;a href="https://example.com/es">Tool&lt;/a>',
      codes: [{ id: 1, kind: "pair" }],
    },
    { source: '&lt;a href="/x">here&lt;/a>', target: "&lt;a href='/x'>aquí&lt;/a>" },
    {
      source: '&lt;a title="Help">here&lt;/a>',
      target: '&lt;a title="Ayuda">aquí&lt;/a>',
    },
  ],
  "tags.extra": [{ source: "<g1>Bold text</g1>", target: "<g1>Texto</g1> en <g1>negrita</g1>", codes: FORMATS }],
  "tags.order": [
    { source: "<g1>red</g1> <g2>house</g2>", target: "<g2>casa</g2> <g1>roja</g1>", codes: PAIRS },
    { source: "<g1>Hi</g1> {x}", target: "{x} <g1>hola</g1>", codes: PAIRS },
  ],
  "placeholder.missing": [
    { source: "yourID, <x1/>", to: "nl", target: "jouwID, example.com/jouwid", codes: value("example.com/yourid") },
    { source: "IPv4<x1/>", to: "fi", target: "IPv4:portti", codes: value(":port"), context: { format: "qt" } },
    { source: "<x1/>% done", target: "%{done} bitti", to: "tr", codes: value("{done}") },
    {
      source: "For example <x1/>",
      target: "Por ejemplo http://ejemplo.com/",
      codes: value("https://example.com/"),
    },
    { source: "Write to {name} if {name} is there", target: "Escriba a {name} si está" },
    { source: "&copy; Company &amp;nbsp; 2024", target: "© Empresa 2024" },
    { source: "Open {host} now", target: "Abra https://example.com/{host}" },
    { source: "Your <x1/> account", to: "de", target: "Dein example.net-Konto", codes: value("example.net") },
    { source: "Sign in to <x1/>", to: "ko", target: "이그잼플닷컴에 로그인", codes: value("Example.com") },
    { source: "Mail (e.g. <x1/>)", target: "Correo (p. ej. ana@example.es)", codes: value("joe@example.com") },
    { source: "Entry %r is gone", to: "ko", target: "%r이 없습니다" },
    { source: "Wait %1ms", to: "he", target: "ל%1 אלפיות שנייה", context: { format: "qt" } },
    { source: "%1d ago", to: "it", target: "%1g fa", context: { format: "qt" } },
    { source: "differs from <x1/>", target: "no coincide", codes: value("%{attribute}"), context: { format: "yaml" } },
    { source: "Note :see below", target: "Nota :ver abajo", context: { format: "docx" } },
  ],
  "placeholder.extra": [
    { source: "<x1/> hour | hours", to: "cs", target: "<x1/> hodina | hodiny | {n} hodin", codes: value("{n}") },
    { source: "Open file", to: "zh-Hant", target: "@:dialogs.openFile.title", context: { format: "json" } },
    { source: "<x1/>", target: "%1p", to: "hu", codes: value("%1m"), context: { format: "qt" } },
    { source: "<x1/>% done", target: "%{done} bitti", to: "tr", codes: value("{done}") },
    { source: "{done}% done", target: "%{done} bitti", to: "tr" },
    { source: 'Set it to "true"', target: 'Aseta se arvoon "true":ksi', to: "fi" },
    { source: "is too long", target: "%{attribute} es demasiado largo", context: { format: "yaml" } },
    { source: "<x1/> day|<x1/> days", to: "sk", target: "<x1/> deň|<x1/> dni|<x1/> dní", codes: value("{n}") },
    { source: "At 10 %", target: "Al 10 % de descuento" },
    { source: "50% of all", target: "El 50 % de todos" },
    { source: "Say hello to all", target: "Diga hola a @todos", context: { format: "txt" } },
  ],
  "placeholder.altered": [
    { source: "<x1/>", target: "%1n", to: "et", codes: value("%1"), context: { format: "qt" } },
    {
      source: "to <x1/>",
      target: '&lt;xliff:g id="name">%s&lt;/xliff:g>: a',
      codes: value("%s"),
      context: { format: "android" },
    },
    { source: "%1$s and %2$s", target: "%2$s y %1$s", context: { format: "po" } },
    { source: "%s has %d files", target: "%2$d archivos tiene %1$s", context: { format: "po" } },
    { source: "%8.2f MB", target: "%.1f MB", context: { format: "po" } },
  ],
  "icu.syntax": [
    { source: "{n, plural, one {# file} other {# files}}", target: "{n, plural, other {l'archiu #}}" },
    { source: "Hello {n, plural", target: "Hola {n, plural" },
  ],
  "plural.categories": [
    { source: "{n, plural, one {# file} other {# files}}", to: "ja", target: "{n, plural, other {#件}}" },
    {
      source: "{n, plural, one {# file} other {# files}}",
      to: "fr",
      target: "{n, plural, one {# fichier} other {# fichiers}}",
    },
    {
      source: "{n, plural, =0 {none} one {one} other {#}}",
      target: "{n, plural, =0 {ninguno} =1 {uno} other {#}}",
    },
  ],
  "html.syntax": [
    { source: "a &lt; b", target: "a &lt; b", context: { format: "html" } },
    { source: "Close it with &lt;/b>", target: "Ciérrelo con &lt;/b>", context: { format: "html" } },
    { source: "Some text", target: "Un &lt;b>texto", context: { format: "txt" } },
  ],
  "html.unsafe": [
    { source: "&lt;script>go()&lt;/script>Hi", target: "&lt;script>go()&lt;/script>Hola" },
    { source: "Learn JavaScript: it is easy", target: "Aprenda JavaScript: es fácil", context: { format: "html" } },
  ],
  "length.max": [
    { source: "Family", target: "👨‍👩‍👧‍👦é", maxLength: 2 },
    { source: "Anything", target: "Cualquier cosa", maxLength: undefined },
  ],
  empty: [
    { source: "  ", target: "" },
    { source: "Hello", target: "", context: { state: "untranslated" } },
    { source: "{x}", target: "{x}" },
  ],
  "number.missing": [
    { source: "it may not match 1:1", target: "puede no coincidir del todo" },
    { source: "30 minutes", to: "gd", target: "Leth-uair a thìde" },
    { source: "use 117612121212", to: "sv", target: "använd 46123123123" },
    { source: "Every 60 minutes", target: "Hver time", to: "nb" },
    { source: "Every 15 minutes", target: "Hvert kvarter", to: "nb" },
    { source: "Every 30 minutes", target: "כל חצי שעה", to: "he" },
    { source: "Ping (80%)", target: "Ping (%80)", to: "eu" },
    { source: "Every 2 hours", target: "Varannan timme", to: "sv" },
    { source: "1,234.5 km", target: "1234,5 km" },
    { source: "1,234,567", to: "fr", target: "1\u202f234\u202f567" },
    { source: "1,234,567", to: "ar", target: "١٬٢٣٤٬٥٦٧" },
    { source: "12,34,567", to: "hi", target: "१२,३४,५६७" },
    { source: "7 dwarfs", target: "siete enanos" },
    { source: "the 21st century", target: "el siglo XXI" },
    { source: "the 1st of May", target: "el primero de mayo" },
    { source: "the 30th time", to: "ca", target: "la trentena vegada" },
    { source: "at 11 pm", to: "de", target: "um 23 Uhr" },
    { source: "2.5 billion", target: "2500 millones" },
    { source: "1.5 million", to: "zh-Hans", target: "150万" },
    { source: "on 3/5/2024", target: "el 5 de marzo de 2024" },
    { source: "call 555 123 456", to: "de", target: "Telefon 555-123456 / 555 123 456" },
    { source: "Play the MP3", target: "Reproducir el archivo de música" },
    { source: "version 1.500", to: "de", target: "Version 1.500" },
  ],
  "number.extra": [
    { source: "nplurals=2; plural=(n != 1);", to: "pl", target: "nplurals=3; plural=(n==1 ? 0 : n%10&lt;5 ? 1 : 2);" },
    { source: "use 117612121212", to: "sv", target: "använd 46123123123" },
    { source: "Since the 0.6 change", to: "nqo", target: "߀.߆ ߟߊߓߊ߯ߙߊ" },
    { source: "Mon", target: "Thứ 2", to: "vi" },
    { source: "a tristate box", target: "3상 상자", to: "ko" },
    { source: "another file", to: "ja", target: "もう1つのファイル" },
    { source: "at 3 pm", to: "fr", target: "à 15h00" },
    { source: "three files", target: "3 archivos" },
    { source: "half a minute", to: "ko", target: "30초" },
    { source: "{count} day", to: "fy", target: "1 dei" },
    { source: "Phone (e.g. x)", to: "de", target: "Telefon (z. B. +49123456789)" },
    { source: "Ratio 16:9", to: "sat", target: "᱑᱖:᱙" },
    { source: "Deck 10 and 2", to: "ja", target: "デッキ「10」は「2」の上、「10」を下に" },
    { source: "in March", to: "zh-Hans", target: "3月" },
    { source: "hexadecimal digits", to: "ja", target: "16進数字" },
  ],
  "url.changed": [
    { source: "https://example.com/en/help", target: "https://example.com/es/help" },
    { source: "https://en.example.org", target: "https://es.example.org/" },
    { source: "OpenOffice.org files", to: "fi", target: "OpenOffice.org-tiedostot" },
  ],
  "glossary.missing": [
    { source: "The files", target: "Los archivos", ...withTerms(FILE) },
    { source: "A profile", target: "Un perfil", ...withTerms(FILE) },
    {
      source: "The file manager",
      target: "El gestor",
      ...withTerms(FILE, { ...FILE, source: "file manager", targets: [{ text: "gestor", usage: "preferred" }] }),
    },
    {
      source: "a book",
      to: "de",
      target: "zwei Bücher",
      ...withTerms({ ...FILE, source: "book", targets: [{ text: "Buch", usage: "preferred" }] }),
    },
    {
      source: "translation memory",
      to: "ru",
      target: "в памяти переводов",
      ...withTerms({
        ...FILE,
        source: "translation memory",
        targets: [{ text: "память переводов", usage: "preferred" }],
      }),
    },
    {
      source: "A settings page",
      to: "ja",
      target: "設定ページ",
      ...withTerms({ ...FILE, source: "settings", targets: [{ text: "設定", usage: "preferred" }] }),
    },
  ],
  "glossary.forbidden": [
    { source: "A file", target: "Una web app", ...withTerms(FILE) },
    { source: "A house", target: "Una app", ...withTerms(FILE) },
    { source: "A file", target: "Un archivo aplicado", ...withTerms(FILE) },
  ],
  "space.trailing": [{ source: "Hello. ", to: "zh-Hans", target: "你好。" }],
  "space.double": [
    { source: "Two  spaces here", target: "Dos  espacios aquí" },
    { source: "a\n  b", target: "uno\n  dos" },
  ],
  "space.nbsp": [
    { source: "All podcasts »", target: "Tous les podcasts »", to: "fr" },
    { source: "At 10:30, see a:b", to: "fr", target: "À 10:30, voir a:b" },
    { source: "Really?!", to: "fr", target: "Vraiment\u202f?!" },
    { source: "Why?", to: "fr-CA", target: "Pourquoi?" },
    { source: "See https://example.com/a?b=c", to: "fr", target: "Voir https://example.com/a?b=c" },
  ],
  "negation.missing": [
    { source: "This cannot be undone.", to: "fr", target: "Cette action est irréversible." },
    { source: "It can't be blank", to: "de", target: "Es muss ausgefüllt werden" },
    { source: "It does not match {pattern}", target: "Debería ser {pattern}" },
    { source: "Don't worry, it is safe", to: "it", target: "Tranquilli, è al sicuro" },
    { source: "The file is not open", to: "de", target: "Die Datei ist ungeöffnet" },
    { source: "Not only files", target: "Además de archivos" },
    { source: "It is not open", to: "hu", target: "Zárva van" },
  ],
  "newline.count": [
    { source: "It must restart.\n\nRestart now?", target: "Debe reiniciarse.\n¿Reiniciar ahora?" },
    {
      source: "Sign in.\n\nChoose a provider once you have signed out.",
      target: "Entre.&lt;br/>&lt;br/>Elija un proveedor.",
    },
    { source: "translator-credits", target: "Ana 2006\nEva 2007\nhttps://example.com/~eva" },
    { source: "a\r\nb", target: "a\nb" },
    { source: "Enter the values of\nthese settings", target: "Escriba los valores de estos ajustes" },
    { source: "Hold the key,\nthen click", target: "Mantenga la tecla y pulse" },
    { source: "The file was not added. Reason: x", target: "No se añadió el archivo.\nMotivo: x" },
    { source: "One.\nTwo.\nThree.\nFour.", target: "Uno.\n\nDos.\nTres.\nCuatro." },
  ],
  "punctuation.end": [
    { source: "The connection is working!", to: "my", target: "ချိတ်ဆက်မှု အလုပ်လုပ်နေသည်။" },
    { source: "Domain Exp.", to: "de", target: "Domain-Ablauf" },
    { source: "Hi {name},", to: "shn", target: "မႂ်ႇသုင် {name}၊" },
    { source: "Save Database As…", to: "si", target: "දත්ත සමුදාය… ලෙස සුරකින්න" },
    { source: "Are you sure?", to: "th", target: "คุณแน่ใจหรือไม่" },
    { source: "Save changes?", to: "my", target: "ပြောင်းလဲမှုများကို သိမ်းမလား။" },
    { source: "User '{name}' updated.", to: "hu", target: "Felhasználó frissítve: '{name}'" },
    { source: "Nothing new here ;)", target: "Τίποτα νέο εδώ ;)", to: "el" },
    { source: "The prompt for watching", target: "Atenționare de „încă te uiți?”", to: "ro" },
    { source: "Change your password", target: "Schimbați parola dvs.", to: "ro" },
    { source: "Wildcards, such as 192.168.*.*", target: "مانند *.*.192.168", to: "fa" },
    {
      source: 'Show a tip beside the button "Details:"',
      target: "Mostrar un consejo junto al botón de detalles",
    },
    { source: ", and", target: "、", to: "ja" },
    { source: "It starts at 5 p.m.", target: "Empieza a las 17:00" },
    { source: "Wait...", target: "Espere…" },
    { source: "Done.", to: "th", target: "เสร็จแล้ว" },
    { source: "Really?!", target: "¿De verdad?" },
    { source: 'He said "yes."', target: "Dijo «sí»." },
    { source: "Apples, pears, etc.", to: "zh-Hans", target: "苹果、梨等" },
    { source: "Page", target: "Pág." },
    { source: "The data could not be saved", target: "No se han podido guardar los datos." },
    { source: "Skip entries:", to: "km", target: "រំលងការបញ្ចូល៖" },
    { source: "Card deck:", to: "he", target: "חפיסת כרטיסים:\u200f" },
    { source: "Days:", to: "sat", target: "ᱢᱟᱦᱟᱺ" },
    { source: "Checking media…", to: "ku", target: "…Medya kontrol dike" },
    { source: "Save path:", to: "hy", target: "Պահելու ուղին՝" },
    { source: "Are you sure?", to: "hy", target: "Վստա՞հ եք" },
    { source: "All formats (PNG, SVG, …)", target: "Todos los formatos" },
    { source: "It stays on top.", target: "&lt;p>Se queda arriba.&lt;/p>" },
    { source: "Sure?", to: "el", target: "Σίγουρα;" },
    { source: "Is it PDF?", to: "zh-Hans", target: "是 PDF?" },
  ],
  "brackets.mismatch": [
    { source: "[Completed yesterday at] LT", to: "mn", target: "[Өчигдөр] LT[-д дууссан]" },
    { source: "[Was due on] LL [at] LT", to: "de", target: "[War am] LL [um] LT [fällig]" },
    { source: "[Changed] dddd [at] LT", target: "[Cambiado] dddd [a las] LT" },
    { source: "Administrative Boundary (Level 6)", to: "nb", target: "Fylkesgrense" },
    { source: "English (Cocos (Keeling) Islands)", to: "ru", target: "английский (Кокосовые о-ва)" },
    { source: "Open Settings and Photos", target: "[設定] の [写真] を開く", to: "ja" },
    { source: "Select the file(s)", target: "Seleccione archivos" },
    { source: "Selected group ID(s)", target: "ID del grupo elegido" },
    { source: "Theme (light)", to: "de", target: "Design (hell)" },
    { source: "The file (2 MB) is new", target: "El archivo de 2 MB es nuevo" },
    { source: "The number of the account (IBAN)", target: "El IBAN" },
    { source: "The TRUE value", target: "El valor verdadero (TRUE)" },
    { source: "New (beta)", to: "zh-Hans", target: "新（测试版）" },
  ],
  "brackets.unbalanced": [
    { source: "No surprise here ;)", target: "لا شيء يدعو للدهشة هنا ؛)", to: "ar" },
    { source: "1) First", target: "1) Primero" },
    { source: "Fine", target: "Bien :)" },
    { source: "An open (", target: "Un abierto (" },
  ],
  "quotes.unbalanced": [
    { source: "A 27-inch screen", target: 'Una pantalla de 27"' },
    { source: "“Yes”", to: "de", target: "»Ja«" },
    { source: "It's", target: "l'un d'ells" },
  ],
  "case.first": [
    { source: "open file", to: "de", target: "Datei öffnen" },
    { source: "iPhone settings", target: "Ajustes" },
    { source: "{name} left", target: "se fue {name}" },
    { source: "Open", to: "ja", target: "開く" },
  ],
  "repeated.word": [
    { source: "Cancel the series", target: "Cancel·la la sèrie", to: "ca" },
    { source: "How to reset your password", target: "Hoe je je wachtwoord herstelt", to: "nl" },
    { source: "<g1>Move</g1> moves it", target: "<g1>Mou</g1> mou el canal", to: "ca", codes: FORMATS },
    { source: "Finally", target: "סוף סוף", to: "he" },
    { source: "one by one", target: "bir bir", to: "tr" },
    { source: "We meet", to: "fr", target: "Nous nous rencontrons" },
    { source: "Bye bye", target: "Adiós adiós" },
    { source: "Slowly", to: "id", target: "pelan pelan" },
    { source: "No, no", target: "No. No" },
  ],
  "mt.repetition": [
    { source: "la la la la la la la la la", target: "la la la la la la la la la" },
    { source: "%d new year|%d new years", to: "lt", target: "%d metų kaina|%d metų kaina|%d metų kaina" },
  ],
  same_as_source: [
    { source: "MMM d, yyyy", target: "MMM d, yyyy" },
    { source: "Chambray shirt", target: "Chambray shirt" },
    { source: "prune [-n | --dry-run]", target: "prune [-n | --dry-run]" },
    { source: "Lorem ipsum dolor sit amet", target: "Lorem ipsum dolor sit amet" },
    { source: "Google Chrome", target: "Google Chrome" },
    { source: "Dashboard", target: "Dashboard" },
    { source: "{count} %", target: "{count} %" },
    { source: "the kit", target: "the kit", ...withTerms({ ...FILE, source: "the kit", doNotTranslate: true }) },
    { source: "the whole file", to: "en-GB", target: "the whole file" },
  ],
  inconsistent: [{ source: "Save", target: "Guardar", context: { otherTargets: ["Guardar", "Guardar", "Salvar"] } }],
  "inconsistent.reverse": [{ source: "Close", target: "Cerrar", context: { otherSources: ["Close"] } }],
  "length.ratio": [
    { source: "Bob Weaver DeInterlacing Filter (BWDIF)", to: "sq", target: "BWDIF" },
    { source: "IPA", target: "Alfabeto fonético" },
    { source: "RTL", to: "lv", target: "No labās puses uz kreiso pusi" },
    { source: "It has one element here.|It has %d elements here.", to: "zh-Hans", target: "这里有 %d 个元素。" },
    { source: "The file could not be found in the folder.", to: "zh-Hans", target: "文件夹中找不到该文件。" },
  ],
  "script.mismatch": [
    { source: "Open Chrome with LibreOffice", to: "ja", target: "Chrome、LibreOffice" },
    { source: "Start LibreOffice", to: "ru", target: "LibreOffice" },
    { source: "The file", to: "sr", target: "Datoteka" },
    { source: "Select all", to: "kaa", target: "Barlıǵın tańlaw" },
    { source: "MMM yyyy", to: "ko", target: "yyyy MMM" },
    { source: "Check out aborted", to: "zh-Hans", target: "中断 Checkout" },
    { source: "Tokyo (東京)", target: "Tokio (東京)" },
  ],
  "language.mismatch": [
    { source: "No more changesets in this area.", to: "sco", target: "No mair chyngesets in this aurie." },
    {
      source: "Look at the list of all files and choose one",
      to: "sr",
      target: "Погледајте листу свих датотека и изаберите једну да би се она приказала",
    },
    {
      source: "Choose the device that you made or make a new one",
      to: "sc",
      target: "Seletziona su dispositivu chi as creadu in su serbidore o crea·nde unu nou",
    },
    { source: "triggers must be", target: "los disparadores deben ser FOR EACH ROW AND NOT THIS" },
    {
      source: "La casa de la montaña es la de los otros",
      to: "ast",
      target: "La casa de la montaña ye la de los otros",
    },
  ],
  "space.leading": [{ source: ", and ", target: " und ", to: "de" }],
  "fuzzy.unedited": [
    {
      source: "Save",
      target: "Guardar",
      context: { state: "translated", origin: { type: "tm", edited: true, match: 85 } },
    },
    {
      source: "Save",
      target: "Guardar",
      context: { state: "draft", origin: { type: "tm", edited: false, match: 85 } },
    },
    {
      source: "Save",
      target: "Guardar",
      context: { state: "translated", origin: { type: "tm", edited: false, match: 100 } },
    },
  ],
  "mt.unedited_approved": [
    {
      source: "Save",
      target: "Guardar",
      context: { state: "reviewed", origin: { type: "mt", edited: false }, editMs: null },
    },
    {
      source: "Save",
      target: "Guardar",
      context: { state: "reviewed", origin: { type: "mt", edited: false }, editMs: 4_000 },
    },
  ],
};

describe("correct translations that resemble errors", () => {
  const cases = Object.entries(NEAR_FAULTS).flatMap(([check, list]) =>
    list.map((near) => [check, `${near.source} → ${near.target}`, near] as const),
  );

  it.each(cases)(
    "the check %s doesn't report correct text that resembles an error: %s",
    (check, _, { source, target, to = "es", codes = [], maxLength, context }) => {
      const issues = checkTranslation({ text: source, codes, maxLength }, target, {
        source: "en",
        target: to,
        ...context,
      });
      expect(issues.filter((issue) => issue.check === check)).toEqual([]);
    },
  );
});
