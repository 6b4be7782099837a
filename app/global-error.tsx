"use client";

/**
 * Replaces a failed root layout, which includes the catalogues, so it shows all interface languages, each marked with
 * its `lang`.
 */
const WORDS = [
  ["en", "Something broke on our side. Reload the page."],
  ["es", "Algo ha fallado por nuestra parte. Vuelva a cargar la página."],
  ["fr", "Quelque chose s’est cassé de notre côté. Rechargez la page."],
  ["de", "Bei uns ist etwas schiefgegangen. Laden Sie die Seite neu."],
  ["ar", "حدث خطأ من جانبنا. أعد تحميل الصفحة."],
  ["ja", "サーバー側で問題が発生しました。ページを再読み込みしてください。"],
] as const;

export default function GlobalError({ error }: { error: Error & { digest?: string } }) {
  return (
    <html lang="en">
      <body>
        <title>Dragoman</title>
        <main>
          {WORDS.map(([lang, words]) => (
            <p key={lang} lang={lang} dir="auto">
              {words}
            </p>
          ))}
          <a href="/">Dragoman</a>
          {error.digest ? <code>{error.digest}</code> : null}
        </main>
      </body>
    </html>
  );
}
