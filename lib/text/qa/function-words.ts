/** The most frequent function words of each language, in lower case; almost every sentence contains some. */
const WORDS: Readonly<Record<string, string>> = {
  en: "the of and to in is you that it for was on are with as be at have this from or by not but what all were when your can there use an each which she do how their if will other about out many then them these so some would make like into has more two write see no could been its who now did get may",
  es: "el la los las de del y que en un una es por con para no se lo al su como más pero sus le ya o este sí porque esta entre cuando muy sin sobre también me hasta hay donde quien desde todo nos todos uno les ni contra otros ese eso ante ellos e esto mí antes algunos qué unos yo otro otras otra",
  ca: "el la els les de del dels i que en un una és per amb no es ho al als com més però seu seva li ja o aquest aquesta perquè entre quan molt sense sobre també em fins hi on qui des tot ens tots ni contra altres això davant ells abans què uns jo altra d l",
  pt: "o a os as de do da dos das e que em um uma é por com para não se no na nos nas ao à como mais mas seu sua ele ela já ou este esta porque entre quando muito sem sobre também me até há onde quem desde tudo foi ser são pelo pela isso ela eles você num numa nem isto",
  gl: "o a os as de do da dos das e que en un unha é por con para non se no na nos nas ao á como máis pero seu súa el ela xa ou este esta porque entre cando moi sen sobre tamén me ata hai onde quen desde todo foi ser son polo pola iso eles vostede nin isto",
  fr: "le la les de du des et que en un une est pour avec ne pas se au aux ce cette ces son sa ses il elle ils elles vous nous je plus mais ou par sur qui dans leur lui y été être sont comme si tout très sans peut votre vos notre nos même bien aussi où dont fait d l qu n s c j",
  it: "il lo la i gli le di del della dei delle e che in un una uno è per con non si al alla come più ma suo sua o questo questa perché tra quando molto senza su anche mi fino ci dove chi da dal dalla tutto nel nella sono ha essere stato cui se sul sulla loro ogni",
  ro: "și de la în un o cu pe nu că să din este pentru care sau mai se ce ca dar au fost sunt prin fi după acest această cel cea lui ei le îi am ai are dacă toate tot fără când unde foarte această aceasta",
  de: "der die das und in zu den mit von ist des im für nicht ein eine einen einem einer auf dem es an sich auch als bei oder nach wie wir sie er ich du aus wird werden kann sind war durch wenn nur noch über aber um am sein haben hat ihre ihr diese dieser dieses zum zur vom bis mehr",
  nl: "de het een en van in is dat op te zijn met voor niet aan er om ook als dan maar bij of uit nog naar door wordt worden kan deze die dit wat over tot je u uw hij zij wij hebben heeft meer geen moet al wel zal zo",
  sv: "och att det i en som på är av för med den till inte har de ett om var jag så från men kan du ska vid när din ditt eller efter nu där än vi ni sig han hon denna detta alla mycket bara också",
  da: "og at det i en som på er af for med den til ikke har de et om var jeg så fra men kan du skal ved når din dit eller efter nu der end vi sig han hun denne dette alle meget kun også blive bliver",
  nb: "og at det i en som på er av for med den til ikke har de et om var jeg så fra men kan du skal ved når din ditt eller etter nå der enn vi seg han hun denne dette alle mye bare også bli blir",
  fi: "ja on ei se että en hän oli ovat mutta kun niin tai jos myös kuin joka mitä voi ole tämä sen sekä vain olla jo ovat sitten nyt vielä kanssa",
  pl: "i w na nie z do się to że jest o jak po co ale za od czy przez dla tym może tylko są ze lub już być ten ta te tego oraz jego jej ich przy które który która gdy jeśli",
  cs: "a v na se je že s z do o k i to jako za by pro ale po od byl jsou být jeho nebo který která které tak již už jen při není může pokud také tento tato toto",
  tr: "ve bir bu için ile da de ne çok daha en gibi olarak ama veya olan kadar sonra var değil ben sen o biz siz her şey ki mi mı",
  hu: "a az és hogy nem is egy ez azt meg de csak van volt mint ha még már vagy el ki be lehet kell minden után között",
  id: "yang dan di dari untuk dengan ini itu tidak pada ke adalah dalam akan oleh atau juga anda ada bisa dapat telah kami mereka lebih saat jika sebagai",
  ru: "и в не на что с по это как к но из у за он она оно они а от так о для же все ли то его её их был была было были при до если или уже вы мы я ты бы можно этот эта эти чтобы только который также",
  uk: "і в не на що з по це як до але із у за він вона воно вони а від так о для же всі чи те його її їх був була було були при якщо або вже ви ми я ти б можна цей ця ці щоб тільки який також та є",
  bg: "и в не на че с по това как към но от у за той тя то те а така о до ли него нея тях беше бяха при ако или вече вие ние аз ти бих може този тази тези за да само който също е са се",
};

const languages = new Map<string, string[]>();
for (const [language, words] of Object.entries(WORDS)) {
  for (const word of words.split(" ")) {
    const known = languages.get(word);
    if (known) known.push(language);
    else languages.set(word, [language]);
  }
}
const NONE: readonly string[] = [];

/** The languages (without region) that have a lower-case word among their function words. */
export function languagesOf(word: string): readonly string[] {
  return languages.get(word) ?? NONE;
}

/** Languages with a list. */
export const LISTED: ReadonlySet<string> = new Set(Object.keys(WORDS));
