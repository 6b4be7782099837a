import { describe, expect, test } from "vitest";
import { withinCpuMs } from "@/e2e/cpu-time";
import { plainSegment } from "@/lib/text/segment";
import { findCodeInProse } from "./code-in-prose";
import { findNames } from "./names";
import { protect, restore } from "./protect";

const found = (plain: string) => findCodeInProse(plain).map(({ start, end }) => plain.slice(start, end));

describe("code in prose", () => {
  test.each<[string, string[]]>([
    ["Use the `--force` flag, or ``a `b` c``.", ["`--force`", "``a `b` c``"]],
    ["Set DEBUG=true and restart.", ["DEBUG=true"]],
    ["C:\\Program Files\\App\\config.ini is read.", ["C:\\Program Files\\App\\config.ini"]],
    ["Open README.md, src/lib/index.ts or ./run.sh.", ["README.md", "src/lib/index.ts", "./run.sh"]],
    ["Open my-document.adoc, page.markdown or app.ftl.", ["my-document.adoc", "page.markdown", "app.ftl"]],
    ["Look into /etc/hosts, /tmp and ~/.ssh/config.", ["/etc/hosts", "/tmp", "~/.ssh/config"]],
    ["Run it with the -e option, --dry-run or --level=3.", ["-e", "--dry-run", "--level=3"]],
    ["Extrae con tar -x o la opción -a.", ["-x", "-a"]],
    ["Use --output=file.txt, the flag -a or use -e to go.", ["--output=file.txt", "-a", "-e"]],
    ["C:\\Users\\John Doe\\file.txt is it; paramètre -a", ["C:\\Users\\John Doe\\file.txt", "-a"]],
    ["1st, 2nd and x-1st of 1.000.000 on 12.03.2024, Nutzer:innen, LehrerInnen, a|b", []],
    ["call foo.bar() and foo()x", ["foo.bar()"]],
    ["An iPhone/iPad with iOS, a Mac with macOS.", ["iPhone", "iPad", "iOS", "macOS"]],
    ["WordPress's MySQL and (GitHub)", ["WordPress", "MySQL", "GitHub"]],
    ["Call getUserName or max_size, then os.path.join().", ["getUserName", "max_size", "os.path.join()"]],
    ["A Next.js app reads .env, .NET does not read .docx/.odt.", ["Next.js", ".env", ".NET", ".docx", ".odt"]],
    ["my-app-2 needs log4j-core, utf-8 and es2015-preset", ["my-app-2", "log4j-core", "utf-8", "es2015-preset"]],
    ["(a) First choice, (iv) fourth and (3a) third", ["(a)", "(iv)", "(3a)"]],
    ["b) one thing and c) another, see (d)", ["b)", "c)", "(d)"]],
    ["iv. The fourth", ["iv."]],
    ["ii) the second and 3a) the third", ["ii)", "3a)"]],
    ["├── src", ["├── src"]],
    ["The files in pages/ and src/pages/, and/ or both", ["pages/", "src/pages/"]],
    ["HAT-P-24b is a planet, an F-16 is none, sorted A-Z.", ["HAT-P-24b", "F-16", "A-Z"]],
    ["│   └── pages # the pages of it", ["│   └── pages"]],
    ["Version 1.2.3, v2 or 2.0-beta1.", ["1.2.3", "v2", "2.0-beta1"]],
    ["See src/test/xspec and build/xslt; Mon/Tue/Wed.", ["src/test/xspec", "build/xslt"]],
    ["Use react-router-dom, mkdocs-exclude-search; react-based.", ["react-router-dom", "mkdocs-exclude-search"]],
    [
      "Run pip install requests, sudo npm run build:house -- --fix or git checkout main first.",
      ["pip install requests", "sudo npm run build:house -- --fix", "git checkout main"],
    ],
    ["Run git commit to save and npm install before lunch.", ["git commit", "npm install"]],
    ["In $HOME/house and $HOME/.config for $5", ["$HOME/house", "$HOME/.config"]],
    ["Echo $(HOME) or $(document).ready(), for $(5) or $5.", ["$(HOME)", "$(document).ready()", "$(5)"]],
    ["From en-US to pt-BR, zh-Hant and sr-Latn.", ["en-US", "pt-BR", "zh-Hant", "sr-Latn"]],
    ["=SUM(A1:A2)", ["=SUM(A1:A2)"]],
    ["Edit **$HOME/.bashrc** now.", ["$HOME/.bashrc"]],
    ["Enable dark-mode-toggle or main-header-title.", ["dark-mode-toggle", "main-header-title"]],
    ["Run SELECT name FROM users WHERE id = 1 to see it.", ["SELECT name FROM users WHERE id = 1"]],
    [
      "SELECT a, COUNT(*) FROM b LEFT JOIN c ON b.id = c.id GROUP BY a ORDER BY a DESC LIMIT 5;",
      ["SELECT a, COUNT(*) FROM b LEFT JOIN c ON b.id = c.id GROUP BY a ORDER BY a DESC LIMIT 5"],
    ],
    [
      "UPDATE users SET name = 'red house', age = 5 WHERE id IN (1, 2)",
      ["UPDATE users SET name = 'red house', age = 5 WHERE id IN (1, 2)"],
    ],
    ["Use INSERT INTO t (b) VALUES ('c') or DROP TABLE t.", ["INSERT INTO t (b) VALUES ('c')", "DROP TABLE t"]],
    ["Try select * from users where age > 5, please", ["select * from users where age > 5"]],
    ["Plan A works. Size: C", ["A", "C"]],
    ["Team A - Team B", ["A", "B"]],
    ["Group A: Group B: Group C", ["A", "B", "C"]],
    ["Take vitamin B.", ["B"]],
    ["A → B", ["A", "B"]],
    ["Option A / Option B", ["A", "B"]],
    ['=IF(A1 > 0; "Big house"; "None")', ['=IF(A1 > 0; "Big house"; "None")']],
    ["O(n log n) if x > 5 && y != null, y = 5", ["O(n log n)", "x > 5 && y != null", "y = 5"]],
    ["Smith et al. met O'Brien of l'Aquila", ["et al.", "O'Brien"]],
  ])("code in prose is protected: %s", (plain, expected) => {
    expect(found(plain)).toEqual(expected);
  });

  test.each([
    "A 20-year-old with COVID-19 in the mid-1990s, and/or Yes/No, N/A, A/B.",
    "-No quiero -dijo Juan -y se fue-.",
    "Food (with vitamin c) is good. A. Smith and I. Newton; e. g. this, z. B. dies (siehe Anhang b) und",
    "He earned 1.000.000 on 12.10.2024 at 5 p.m., i.e. 3.5 kHz, e.g. the U.S.",
    "Wait...really? The PhD student's two-thirds -- or so -- said 'yes'.",
    "Die LehrerInnen und Bürger*innen; l'home, d'Irún, cèl·lules.",
    "A non-EU, pre-UN and ex-UK state; an all-US team.",
    "=This (house) is big",
    "Selon M. Pittman, le 21 juillet 356 avant J.-C. lors d'un incendie",
    "A red-and-white, face-to-face, off-the-shelf, gluten-free-based, two-year-old; donnez-les-nous, dites-lui-bien",
    "Please SELECT one house FROM the list, select a name from users, update users and create table lamps.",
    "A house. How To Build A House: A door, and I see. THIS IS A TEST. USA",
    "It is 5/6 of 100%: A > size, Settings > General.",
    "q. Then see ab) and the mid-21st, (a)bc.",
  ])("no code is detected in the prose %s", (plain) => {
    expect(found(plain)).toEqual([]);
  });

  test("code and placeholders in prose are both protected, and the longer of two overlapping matches is used", () => {
    const { segment, protectedCodes } = protect(plainSegment("Run `curl https://a.org/x_y` as {user_name}."));
    expect(protectedCodes.map(({ open }) => open)).toEqual(["`curl https://a.org/x_y`", "{user_name}"]);
    expect(restore(segment.text, protectedCodes)).toBe("Run `curl https://a.org/x_y` as {user_name}.");
  });

  test.each(["`", "_a", "a.", "-a", "aB", "C:\\a ", "/a", "1.", "a=", "--", "a-1", "("])(
    "code in prose is detected in linear time in a long repetition of %s",
    async (piece) => {
      await withinCpuMs(2_000, () => {
        for (const text of [piece.repeat(20_000), `${piece} `.repeat(20_000)]) findCodeInProse(text);
      });
    },
  );
});

describe("command-line options in prose", () => {
  test("a command-line option in prose is distinguished from text between dashes", () => {
    expect(found("Add -la as the last option.")).toEqual(["-la"]);
    expect(found("The last option is -la here.")).toEqual(["-la"]);
    expect(found("He came -la la- and went.")).toEqual([]);
  });

  test("a one-letter option is detected if its letter is a consonant or follows a verb, but not as a dash between clauses", () => {
    expect(found("Add -v and read on.")).toEqual(["-v"]);
    expect(found("Use -e to edit it.")).toEqual(["-e"]);
    expect(found("He left -e all saw it.")).toEqual([]);
  });
});

test("a word of more than 200 characters is never detected as code", () => {
  const name = (length: number) => `${"a".repeat(length - 2)}_b`;
  expect(found(`Open ${name(200)} now`)).toEqual([name(200)]);
  expect(found(`Open ${name(201)} now`)).toEqual([]);
});

describe("company and product names", () => {
  const names = (plain: string) => findNames(plain).map(({ start, end }) => plain.slice(start, end));

  test("a company name and the product name after it, such as Apple Watch Series 9, are detected as one name", () => {
    expect(names("The Apple Watch Series 9 and a Google Pixel 8 are here.")).toEqual([
      "Apple Watch Series 9",
      "Google Pixel 8",
    ]);
    expect(names("Apple Pay")).toEqual(["Apple Pay"]);
    expect(names("We work at Apple, on Windows 11.")).toEqual(["Apple", "Windows 11"]);
  });

  test.each(["How Google Makes Money", "How To Use Google Maps", "He eats an Apple pie.", "On May 5 Amazon grows."])(
    "titles and other capitalised words are not detected as company names: %s",
    (plain) => expect(names(plain)).toEqual([]),
  );
});
