"use client";

/**
 * Replaces a failed root layout. Because that includes the catalogues, shows its message in all interface languages,
 * each marked with its `lang`.
 */
const WORDS = [
  ["en", "Something went wrong on our side. Reload the page."],
  ["es", "Algo ha fallado por nuestra parte. Vuelva a cargar la página."],
  ["fr", "Une erreur s’est produite de notre côté. Rechargez la page."],
  ["de", "Bei uns ist etwas schiefgegangen. Laden Sie die Seite neu."],
  ["it", "Qualcosa è andato storto da parte nostra. Ricarica la pagina."],
  ["pt-BR", "Algo deu errado do nosso lado. Recarregue a página."],
  ["pl", "Coś poszło nie tak po naszej stronie. Wczytaj stronę ponownie."],
  ["ar", "حدث خطأ من جانبنا. أعد تحميل الصفحة."],
  ["ja", "サーバー側で問題が発生しました。ページを再読み込みしてください。"],
  ["zh-Hans", "我们这边出了问题。请重新加载页面。"],
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
