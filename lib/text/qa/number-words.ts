/**
 * Number words by language. `*` is any ending. Includes ordinals and words like "both" or "a", because translators use
 * one for the other ("a file", "1 件のファイル").
 */
const WORDS: Readonly<Record<string, string>> = {
  en: "0 zero no none never|1 one once a an each per single first another every|2 two twice second* both pair couple double* half more multiple several binary|3 three third triple tristate|4 four fourth quarter|5 five fifth|6 six sixth|7 seven seventh|8 eight* octal|9 nine ninth|10 ten tenth decimal*|11 eleven*|12 twelve twelfth dozen|16 sixteen* hex*|20 twent*|24 day|30 thirt* half|50 half|100 hundred* century|1000 thousand*",
  es: "0 cero ningun* no|1 un una uno primer* cada otr*|2 dos segund* ambos ambas doble mitad medi*|3 tres tercer* triple|4 cuatro cuart*|5 cinco quint*|6 seis sext*|7 siete séptim*|8 ocho octav*|9 nueve noven*|10 diez décim*|11 once|12 doce docena|20 veint*|30 treinta|50 mitad|100 cien* siglo|1000 mil",
  ca: "0 zero cap no|1 un una primer* cada altr*|2 dos dues segon* doble meitat mig|3 tres tercer*|4 quatre quart*|5 cinc cinqu*|6 sis sis*|7 set set*|8 vuit vuit*|9 nou nov*|10 deu des*|11 onze|12 dotze dotzen*|20 vint*|30 trent*|50 meitat|100 cent* segle|1000 mil",
  pt: "0 zero nenhum* não|1 um uma primeir* cada outr*|2 dois duas segund* ambos ambas dobro metade mei*|3 três terceir*|4 quatro quart*|5 cinco quint*|6 seis sext*|7 sete sétim*|8 oito oitav*|9 nove non*|10 dez décim*|11 onze|12 doze dúzia|20 vint*|30 trinta|50 metade|100 cem cent* século|1000 mil",
  fr: "0 zéro nul nulle aucun*|1 un une premier* première* chaque autre|2 deux second* deuxième* double moitié demi*|3 trois troisième*|4 quatre quatrième* quart*|5 cinq cinquième*|6 six sixième*|7 sept septième*|8 huit huitième*|9 neuf neuvième*|10 dix dixième*|11 onz*|12 douz*|20 vingt*|30 trent*|50 moitié|100 cent* siècle|1000 mille",
  it: "0 zero nessun*|1 un uno una prim* ogni altr*|2 due second* entramb* doppi* metà mezz*|3 tre terz*|4 quattro quart*|5 cinque quint*|6 sei sest*|7 sette settim*|8 otto ottav*|9 nove non*|10 dieci decim*|11 undici|12 dodici dozzin*|20 vent*|30 trent*|50 metà|100 cent* secolo|1000 mille mila",
  de: "0 null kein*|1 ein* erst* jede* pro|2 zwei* zweit* beid* doppel* halb* hälfte|3 drei* dritt*|4 vier*|5 fünf*|6 sechs*|7 sieb*|8 acht*|9 neun*|10 zehn*|11 elf*|12 zwölf* dutzend|20 zwanzig*|30 dreißig*|50 hälfte halb*|100 hundert* jahrhundert*|1000 tausend*",
  nl: "0 nul geen|1 een één eerste elk* per|2 twee* tweede beide dubbel* half|3 drie* derde|4 vier*|5 vijf*|6 zes*|7 zeven*|8 acht*|9 negen*|10 tien*|11 elf*|12 twaalf* dozijn|20 twintig*|30 dertig*|100 honderd* eeuw|1000 duizend*",
  sv: "0 noll ingen inga|1 en ett första varje|2 två* andra varannan vartannat båda dubbel* halv*|3 tre tredje|4 fyra fjärde|5 fem*|6 sex sjätte|7 sju*|8 åtta åttonde|9 nio*|10 tio*|11 elva|12 tolv*|20 tjugo*|30 trettio*|100 hundra* sekel|1000 tusen*",
  da: "0 nul ingen|1 en et én ét første hver|2 to anden andet begge dobbelt* halv*|3 tre tredje|4 fire fjerde|5 fem*|6 seks sjette|7 syv*|8 otte*|9 ni*|10 ti*|11 elleve|12 tolv*|20 tyve|30 tredive|100 hundrede* århundrede|1000 tusind*",
  nb: "0 null ingen|1 en ei et én ett første hver|2 to andre begge dobbelt* halv*|3 tre tredje|4 fire fjerde|5 fem*|6 seks sjette|7 sju* syv*|8 åtte*|9 ni*|10 ti*|11 elleve|12 tolv*|20 tjue|30 tretti|100 hundre* århundre|1000 tusen*",
  fi: "0 nolla* ei|1 yksi yhd* yht* ensimmäi* joka|2 kaksi kahd* kaht* toi* molem* puol*|3 kolm*|4 nelj*|5 viisi viid* viit*|6 kuusi kuud* kuut*|7 seitsem*|8 kahdeks*|9 yhdeks*|10 kymmen*|11 yksitoista|12 kaksitoista|100 sata* sada*|1000 tuhat tuhan*",
  pl: "0 zero żad*|1 jed* pierwsz* każd*|2 dwa dwie dwó* dwo* drug* oba obie pół|3 trz* trze*|4 cztere* czwart*|5 pię* piąt*|6 sześ* szóst*|7 siede* siódm*|8 osi* ósm*|9 dziewię*|10 dziesię*|11 jedena*|12 dwuna*|20 dwadzieścia|100 st*|1000 tysi*",
  cs: "0 nula žádn*|1 jed* první* každ*|2 dv* druh* ob* pol*|3 tři tř*|4 čty* čtvrt*|5 pět* pát*|6 šest*|7 sedm*|8 osm*|9 devět* devát*|10 deset* desát*|11 jedenáct*|12 dvanáct* tucet|20 dvacet*|100 sto st*|1000 tisíc*",
  ru: "0 ноль нул* ни|1 один одн* перв* кажд*|2 два две дву* втор* оба обе полов* пол*|3 три тр* трет*|4 четыр* четвер* четвёр*|5 пят*|6 шест*|7 сем* седьм*|8 вос*|9 девят*|10 десят*|11 одиннадцат*|12 двенадцат* дюжин*|20 двадцат*|30 тридцат*|50 полов*|100 ст* век|1000 тысяч*",
  uk: "0 нуль нул*|1 один одн* перш* кожн*|2 два дві дво* друг* обид* пів*|3 три трьо* трет*|4 чотир* четверт*|5 ят*|6 шіст* шест* шост*|7 сім* сем* сьом*|8 вісім* восьм*|9 дев|10 десят*|11 одинадцят*|12 дванадцят*|20 двадцят*|100 ст*|1000 тисяч*",
  tr: "0 sıfır|1 bir* ilk her tek*|2 iki* çift* yarım yarı*|3 üç*|4 dört* dörd*|5 beş*|6 altı*|7 yedi*|8 sekiz*|9 dokuz*|10 on*|11 onbir|12 oniki düzine|20 yirmi*|100 yüz*|1000 bin*",
  ar: "0 صفر لا|1 واحد* الأول* أول* كل مرة|2 اثن* مرتين مرّتين الثاني* ثاني* كلا كلتا نصف|3 ثلاث* الثالث* ثالث*|4 أربع* الرابع*|5 خمس* الخامس*|6 ست* السادس*|7 سبع* السابع*|8 ثمان* الثامن*|9 تسع* التاسع*|10 عشر* العاشر*|20 عشرين عشرون|100 مئة مائة|1000 ألف*",
  zh: "0 零 无 〇 沒 没|1 一 首 每 单|2 二 两 兩 双 雙 半 倍|3 三|4 四|5 五|6 六|7 七|8 八|9 九|10 十|11 十一|12 十二|20 二十|30 三十|100 百|1000 千",
  ja: "0 ゼロ 零|1 一 ひと 最初 毎 各 単|2 二 ふた 両 半 倍|3 三 みっ|4 四|5 五|6 六|7 七|8 八|9 九|10 十|11 十一|12 十二|20 二十|100 百|1000 千",
  ko: "0 영|1 한 하나 첫 일 각 매|2 두 둘 이 양 반|3 세 셋 삼|4 네 넷 사|5 다섯 오|6 여섯 육|7 일곱 칠|8 여덟 팔|9 아홉 구|10 열 십|20 스무 이십|100 백|1000 천",
};

/** Languages that write "1" where others use an article or nothing: "1時間", "the last hour". */
export function countsOne(language: string): boolean {
  return UNSPACED.has(language);
}

/** Languages without spaces around number words: searched anywhere in the text. */
const UNSPACED: ReadonlySet<string> = new Set(["zh", "ja", "ko"]);
/** Languages that express one or two by the form of the noun. */
const DUAL: ReadonlySet<string> = new Set(["ar", "he"]);
/** For languages without a list: numbers up to this may be written out. */
const OFTEN_WORDS = 12;

/** Whether a text contains a whole number in words. `words` are its lower-case words. */
export function spellsNumber(n: number, text: string, words: ReadonlySet<string>, language: string): boolean {
  if (DUAL.has(language) && (n === 1 || n === 2)) return true;
  const list = listOf(language);
  if (!list) return n <= OFTEN_WORDS;
  const spellings = list.get(n);
  if (!spellings) return false;
  if (UNSPACED.has(language)) return spellings.some((word) => text.includes(word));
  return spellings.some((word) =>
    word.endsWith("*") ? [...words].some((one) => one.startsWith(word.slice(0, -1))) : words.has(word),
  );
}

const lists = new Map<string, ReadonlyMap<number, readonly string[]>>();

function listOf(language: string): ReadonlyMap<number, readonly string[]> | undefined {
  const known = lists.get(language);
  if (known) return known;
  const entries = WORDS[language]?.split("|").map((entry) => {
    const [n, ...spellings] = entry.trim().split(" ");
    return [Number(n), spellings] as const;
  });
  const list = entries && new Map(entries);
  if (list) lists.set(language, list);
  return list;
}

/** Multiplying words after a number, by language, longest first. */
const SCALES: Readonly<Record<string, readonly (readonly [word: string, factor: number])[]>> = {
  en: scale("thousand 3 million 6 billion 9 trillion 12 lakh 5 crore 7 k 3 m 6 bn 9 b 9"),
  es: scale("mil_millones 9 mil 3 millones 6 millón 6 billones 12 billón 12"),
  ca: scale("mil_milions 9 mil 3 milions 6 milió 6 bilions 12"),
  pt: scale("mil_milhões 9 mil 3 milhões 6 milhão 6 bilhões 9 bilhão 9 biliões 12 trilhões 12"),
  fr: scale("mille 3 millions 6 million 6 milliards 9 milliard 9 billions 12 m 6 md 9"),
  it: scale("mila 3 milioni 6 milione 6 miliardi 9 miliardo 9"),
  de: scale("tausend 3 millionen 6 million 6 mio 6 milliarden 9 milliarde 9 mrd 9 billionen 12"),
  nl: scale("duizend 3 miljoen 6 miljard 9"),
  sv: scale("tusen 3 miljoner 6 miljon 6 miljarder 9 miljard 9"),
  pl: scale("tys 3 tysięcy 3 tysiące 3 mln 6 milionów 6 miliony 6 mld 9 miliardów 9"),
  ru: scale("тыс 3 тысяч 3 млн 6 миллионов 6 миллиона 6 млрд 9 миллиардов 9 миллиарда 9"),
  uk: scale("тис 3 тисяч 3 млн 6 мільйонів 6 мільйони 6 млрд 9 мільярдів 9"),
  tr: scale("bin 3 milyon 6 milyar 9"),
  ar: scale("ألف 3 آلاف 3 مليون 6 ملايين 6 مليار 9"),
  hi: scale("हज़ार 3 हजार 3 लाख 5 करोड़ 7"),
  zh: scale("千万 7 百万 6 十亿 9 千 3 万 4 萬 4 亿 8 億 8"),
  ja: scale("千 3 百万 6 万 4 億 8 兆 12"),
  ko: scale("천 3 만 4 억 8"),
};

/** The factor of the words right after a number; 1 without one. */
export function scaleAfter(text: string, at: number, language: string): number {
  const after = text.slice(at, at + 16).toLowerCase();
  const rest = after.replace(/^[\s\u00a0\u202f-]/, "");
  for (const [word, factor] of SCALES[language] ?? []) {
    if (!rest.startsWith(word)) continue;
    if (UNSPACED.has(language) || !/^\p{L}/u.test(rest.slice(word.length))) return factor;
  }
  return 1;
}

function scale(list: string): (readonly [string, number])[] {
  const parts = list.split(" ");
  return parts.flatMap((word, i) =>
    i % 2 === 0 ? [[word.replaceAll("_", " "), 10 ** Number(parts[i + 1])] as const] : [],
  );
}
