/** Content of the sample project: a shop that rents bikes, in English. Languages are base tags. */

type Texts = Readonly<Record<string, string>>;

type SampleString = {
  readonly key: string;
  readonly source: string;
  readonly note?: string;
  readonly maxLength?: number;
  /** Human translations that exist when the project starts. */
  readonly targets?: Texts;
};

/** Texts of an app, with keys, notes and limits. One translation lacks its placeholder, which the checks report. */
export const APP_STRINGS: readonly SampleString[] = [
  {
    key: "nav.home",
    source: "Home",
    note: "First entry of the menu",
    targets: { es: "Inicio", fr: "Accueil", de: "Start", it: "Home", pt: "Início", ca: "Inici" },
  },
  { key: "nav.bikes", source: "Our bikes", note: "Second entry of the menu" },
  { key: "nav.prices", source: "Prices" },
  {
    key: "booking.title",
    source: "Book a bike",
    targets: {
      es: "Reserve una bicicleta",
      fr: "Réserver un vélo",
      de: "Fahrrad buchen",
      it: "Prenota una bicicletta",
      pt: "Reserve uma bicicleta",
      ca: "Reserva una bicicleta",
    },
  },
  { key: "booking.date", source: "Choose a day" },
  { key: "booking.confirm", source: "Confirm booking", note: "Button", maxLength: 24 },
  { key: "booking.cancel", source: "Cancel booking", note: "Button", maxLength: 24 },
  {
    key: "booking.done",
    source: "Thank you, {name}. Your bike is ready.",
    note: "Shown after a booking. {name} is the customer's first name.",
    targets: {
      es: "Gracias. Su bicicleta está lista.",
      fr: "Merci. Votre vélo est prêt.",
      de: "Danke. Ihr Fahrrad steht bereit.",
      it: "Grazie. La sua bicicletta è pronta.",
      pt: "Obrigado. Sua bicicleta está pronta.",
      ca: "Gràcies. La seva bicicleta està a punt.",
    },
  },
  { key: "booking.late", source: "Bring the bike back before eight in the evening." },
  { key: "account.title", source: "My account" },
  { key: "account.password", source: "Change password" },
  { key: "help.title", source: "Do you need help?" },
];

/** Files by path. */
export const FILES: Readonly<Record<string, string>> = {
  "website/welcome.md": `# Welcome to Bikely

Rent a bike in the old town. Our shop is open every day.

## How it works

1. Choose a bike on our website.
2. Come to the shop and pay.
3. Bring the bike back in the evening.

**Bikely** has bikes for adults and children. Children under twelve ride for free.
`,
  "mails/booking.html": `<!doctype html>
<html lang="en">
  <body>
    <p>Good morning,</p>
    <p>Your booking is <strong>confirmed</strong>. We are waiting for you in our shop.</p>
    <p>Our shop is open every day. Bring the bike back before eight in the evening.</p>
    <p>The Bikely team</p>
  </body>
</html>
`,
};

/** Terms with their translations. */
export const TERMS: readonly { readonly source: string; readonly targets: Texts }[] = [
  {
    source: "bike",
    targets: { es: "bicicleta", fr: "vélo", de: "Fahrrad", it: "bicicletta", pt: "bicicleta", ca: "bicicleta" },
  },
  {
    source: "booking",
    targets: { es: "reserva", fr: "réservation", de: "Buchung", it: "prenotazione", pt: "reserva", ca: "reserva" },
  },
  {
    source: "shop",
    targets: { es: "tienda", fr: "magasin", de: "Laden", it: "negozio", pt: "loja", ca: "botiga" },
  },
];

/** A brand name, which must not be translated. */
export const BRAND = "Bikely";

/** Reviewed translations of the memory. */
export const UNITS: readonly { readonly source: string; readonly targets: Texts }[] = [
  {
    source: "Our shop is open every day.",
    targets: {
      es: "Nuestra tienda abre todos los días.",
      fr: "Notre magasin est ouvert tous les jours.",
      de: "Unser Laden hat jeden Tag geöffnet.",
      it: "Il nostro negozio è aperto tutti i giorni.",
      pt: "Nossa loja abre todos os dias.",
      ca: "La nostra botiga obre cada dia.",
    },
  },
  {
    source: "Bring the bike back before eight in the evening.",
    targets: {
      es: "Devuelva la bicicleta antes de las ocho de la tarde.",
      fr: "Rapportez le vélo avant huit heures du soir.",
      de: "Bringen Sie das Fahrrad vor acht Uhr abends zurück.",
      it: "Riporti la bicicletta prima delle otto di sera.",
      pt: "Devolva a bicicleta antes das oito da noite.",
      ca: "Torneu la bicicleta abans de les vuit del vespre.",
    },
  },
];

/** Languages of the translations in this content, preferred ones first. */
export const SAMPLE_LANGUAGES = ["es", "fr", "ca", "pt", "it", "de"] as const;
