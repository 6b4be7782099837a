// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the placeholders of other languages are the matter here
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { placeholderCorpus } from "@/e2e/doubles/placeholders";
import { runs } from "@/e2e/long";
import { plainSegment, plainText, type Segment } from "@/lib/text/segment";
import { findPlaceholders } from "./placeholders";
import { protect, restore } from "./protect";

describe("finding placeholders", () => {
  it("the collection of placeholder examples contains 200 texts", () => {
    expect(placeholderCorpus).toHaveLength(200);
  });

  it.each(placeholderCorpus.map(({ text, placeholders }) => [text, placeholders]))(
    "findPlaceholders finds exactly the expected placeholders in %j",
    (text, all) => {
      expect(findPlaceholders(text as string).map((found) => found.text)).toEqual(all);
    },
  );

  it.each([
    ["50%discount and my%20document", []],
    ["请访问https://example.com/页面。谢谢", ["https://example.com/"]],
    ["راجع https://example.com/page؛ ثم", ["https://example.com/page"]],
    ["(siehe https://example.com/a_(b))", ["https://example.com/a_(b)"]],
    ["{нет} и {имя}", ["{нет}", "{имя}"]],
    ["{ this is prose in braces }", []],
    ["foo::bar a:b :D", []],
    ["std::vector<int>", ["<int>"]],
    ['<a title="a > b">x</a>', ['<a title="a > b">', "</a>"]],
    ["%#@files@ in %1$#@folders@", ["%#@files@", "%1$#@folders@"]],
    ["%dpx%d wide", ["%d", "%d"]],
    ["型%sは%1$dバイト、50%割引", ["%s", "%1$d"]],
    ["{count, plural, one {{n} file} other {{n} files}}.", ["{count, plural, one {{n} file} other {{n} files}}"]],
    ["Hi *|FNAME|*, *|IF:VIP|*dear*|END:IF|* guest", ["*|FNAME|*", "*|IF:VIP|*", "*|END:IF|*"]],
    ['[[HEADLINE]] of [[data:name:"you"]] in [[Main page]]', ["[[HEADLINE]]", '[[data:name:"you"]]']],
    ["Dear [FIRST_NAME], your [ORDER_ID_2] of [DATE] [SIC] [READ_ME](a)", ["[FIRST_NAME]", "[ORDER_ID_2]", "[DATE]"]],
    ["{#loop}the house{/loop} {^else}no{/else}", ["{#loop}", "{/loop}", "{^else}", "{/else}"]],
    ["{price * 1.2} {date | format} {a.b+c.d}", ["{price * 1.2}", "{date | format}", "{a.b+c.d}"]],
    ["{user.birth date} {First name} {not used here} {e.g. a house}", ["{user.birth date}", "{First name}"]],
    ["Dear <First name>, <your name here>", ["<First name>"]],
    ["[First Name] of [Company name] [Read More](a) [Last Name]: [Door slams]", ["[First Name]", "[Company name]"]],
    ["<<City>> cout << house >> door", ["<<City>>"]],
    ["«Street», «First_Name» y «Quijote»", ["«Street»", "«First_Name»"]],
    ["@Model.House.Door and @user_name. Then", ["@Model.House.Door", "@user_name"]],
    ["[[house]] ##house## ## Title ##", ["[[house]]", "##house##"]],
    ['[gallery ids="1,2" title="A b"] [b]bold[/b] [note] [x]', ['[gallery ids="1,2" title="', '"]', "[b]", "[/b]"]],
    ['[button link="/a"]Open[/button]', ['[button link="/a"]', "[/button]"]],
    ["Dear ##NAME##, ###ORDER_ID### ## TITLE ## #TAG# ####A#### #1##2#", ["##NAME##", "###ORDER_ID###"]],
    ["{if $house}red{/if} {foreach $a as $b}", ["{if $house}", "{/if}", "{foreach $a as $b}"]],
    ['<#if a??>red</#if> <@house name="a"/>', ["<#if a??>", "</#if>", '<@house name="a"/>']],
    ["#if($a)red#end, #end of story", ["#if($a)"]],
    ["#if($a.b($c))red#end", ["#if($a.b($c))", "#end"]],
    ["@if(a) @(Model.House) a@(b) {first name} [%open door%] %dpx", ["@if(a)", "@(Model.House)", "{first name}", "%d"]],
    ["__NOTE__: __FIRST_NAME__, __count__ of __a bold__ __TODAY__ a__NAME__", ["__FIRST_NAME__", "__count__"]],
    ["a@b and @ 5 pm", []],
    ["{price:%.2f} and {0!r:>10}", ["{price:%.2f}", "{0!r:>10}"]],
    ["{ total , number } {count,number,integer}", ["{ total , number }", "{count,number,integer}"]],
    ["{ n , plural , one {a} other {b}}", ["{ n , plural , one {a} other {b}}"]],
    ["${user.name} $t(key, {n}) $USER_NAME$", ["${user.name}", "$t(key, {n})", "$USER_NAME$"]],
    ["a&nbsp;b&#xA0;c&#160;d&hellip;", ["&nbsp;", "&#xA0;", "&#160;", "&hellip;"]],
    ["%-5d %+d %05.2f %(total)05d", ["%-5d", "%+d", "%05.2f", "%(total)05d"]],
    ['<a href="x">y</a>', ['<a href="x">', "</a>"]],
    ["route :id/x at :name here", [":id", ":name"]],
    ["write to mailto:a@b.example, tel:+34600 or hotel:+34600 or xsms:+34600", ["mailto:a@b.example", "tel:+34600"]],
    ["<!-- a --> b <!-- c", ["<!-- a -->"]],
    ["@:common.save now, @user_name", ["@:common.save", "@user_name"]],
  ])("findPlaceholders recognises the placeholder syntax of %s", (text, all) => {
    expect(findPlaceholders(text).map((found) => found.text)).toEqual(all);
  });

  it("findPlaceholders returns ordered, non-overlapping ranges with their text", () => {
    const noise = fc.array(
      fc.constantFrom(..."%{}$<>/:@#&;.a1 -\n\"'=|", "http://", "<a ", "%s", "{{", "<!--", "é", "😀"),
    );
    fc.assert(
      fc.property(noise, (parts) => {
        const text = parts.join("");
        let from = 0;
        for (const found of findPlaceholders(text)) {
          expect(found.start).toBeGreaterThanOrEqual(from);
          expect(found.end).toBeGreaterThan(found.start);
          expect(text.slice(found.start, found.end)).toBe(found.text);
          from = found.end;
        }
      }),
      { numRuns: runs(2000) },
    );
  });

  /** Far longer than linear time needs; a quadratic search would take minutes. */
  it.each([
    "%",
    "{",
    "{{",
    "{{{",
    "${",
    "$t(",
    "<",
    "<a ",
    '<a ="',
    "<!--",
    "a@",
    "@a",
    "a.",
    ".a",
    "a://",
    "://",
    ":a",
    ":a:",
    "%(",
    "%0",
    "&a",
    "{a,plural,",
    "http://)",
    "(http://",
    "%{",
    "#{",
    "a:",
    "</",
    "<1",
    "%a%",
    "mailto:",
    "[A_",
    "[A",
    "##A",
    "##",
    "__A_",
    "__",
    "[a]",
    "[a b=",
    "[Name ",
    "{a |",
    "{a ",
    "<<a ",
    "«A_",
    "@a.",
  ])("findPlaceholders ends quickly on 100 kB of %j", { timeout: 10_000 }, (unit) => {
    const text = unit.repeat(Math.ceil(100_000 / unit.length));
    expect(findPlaceholders(text).every(({ end }) => end <= text.length)).toBe(true);
    expect(findPlaceholders(`http://${text}`).length).toBeGreaterThanOrEqual(0);
  });
});

describe("protecting and restoring placeholders", () => {
  it("protect replaces placeholders by single codes and tags by code pairs, numbered after existing codes", () => {
    const segment: Segment = {
      text: "Dear {name}, <g1>click &lt;0>here&lt;/0></g1><x2/> %s",
      codes: [
        { id: 1, kind: "format" },
        { id: 2, kind: "single" },
      ],
    };
    const { segment: safe, protectedCodes } = protect(segment);
    expect(safe.text).toBe("Dear <x3/>, <g1>click <g4>here</g4></g1><x2/> <x5/>");
    expect(safe.codes.slice(2)).toEqual([
      { id: 3, kind: "placeholder", equiv: "{name}" },
      { id: 4, kind: "pair" },
      { id: 5, kind: "placeholder", equiv: "%s" },
    ]);
    expect(restore("<x5/> <g1>pulse <g4>aquí</g4></g1><x2/>, <x3/>", protectedCodes)).toBe(
      "%s <g1>pulse &lt;0>aquí&lt;/0></g1><x2/>, {name}",
    );
  });

  it("protect never creates a pair that overlaps a code or another tag", () => {
    const codes = [{ id: 1, kind: "format" }] as const;
    expect(protect({ text: "&lt;b>a <g1>b&lt;/b> c</g1>", codes }).segment.text).toBe("<x2/>a <g1>b<x3/> c</g1>");
    expect(protect(plainSegment("<a>1<b>2</a>3</b>")).segment.text).toBe("<g1>1<x2/>2</g1>3<x3/>");
  });

  it.each([
    ["{{#if a}}red{{else}}blue{{/if}} door", "<g1>red<x2/>blue</g1> door"],
    ["{#all}the house{/all} is <% if (a > b) { %>red<% } %>", "<g1>the house</g1> is <g2>red</g2>"],
    ["The ==red house== is {++new++}, a == b", "The <g1>red house</g1> is <g2>new</g2>, <x3/>"],
    ['[button link="/a"]Open[/button] [gallery ids="1"]', "<g1>Open</g1> <x2/>"],
    ['See [gallery title="My house" ids="1"]', "See <x1/>My house<x2/>"],
    ['[recent title="no"] {{< figure src="a.jpg" title=\'A "big" house\' >}}', '<x1/> <x2/>A "big" house<x3/>'],
    ['{{% notice note "Read this first" %}}{{< ref "The house" >}}', "<x1/>Read this first<x2/><x3/>"],
    ['See [docs](/a/house?b=c_(d)), [this](house "A title")', 'See [docs](<x1/>), [this](<x2/> "A title")'],
    ["Read.\n[main]\nname = a b\nkey-name=red", "Read.\n<x1/>"],
    ["Type=House\nName=Red", "<x1/>"],
    ["Press Ctrl+Shift+P or Alt + Enter to send application/json", "Press <x1/> or <x2/> to send <x3/>"],
    ["Run git push origin main, docker compose up -d", "Run <x1/>, <x2/>"],
    ["Merge feature/open-door, call house.open(red) and a->b", "Merge <x1/>, call <x2/> and <x3/>"],
    ["Set font-size, Content-Type, Q&A, n/a, audio/video", "Set <x1/>, <x2/>, <x3/>, <x4/>, audio/video"],
    ["Red = good\nBlue = bad", "Red = good\nBlue = bad"],
    ["A <x START/>new<x CLOSE/> house", "A <g1>new</g1> house"],
    ["A {bold}big {color}{/bold} house, from {start} to {end}", "A <g1>big <x2/></g1> house, from <x3/> to <x4/>"],
    ["The {start}red{end} and %1$sold%2$s house", "The <g1>red</g1> and <g2>old</g2> house"],
    ["%{link_start}Our site%{link_end}, {0}the blue{1} one", "<g1>Our site</g1>, <g2>the blue</g2> one"],
    ["The &quot;red&quot; house of {first}and{last}", "The <g1>red</g1> house of <g2>and</g2>"],
    ["{width}x{height} or {n}px{m} of {a}und{b}s", "<x1/>x<x2/> or <x3/>px<x4/> of <x5/>und<x6/>s"],
    ["Open the &lt;b&gt;red&lt;/b&gt; door &lt; 5", "Open the <g1>red</g1> door <x2/> 5"],
    ["&lt;a href=&quot;x&quot;&gt;Open&lt;/a&gt;&lt;br/&gt;", "<g1>Open</g1><x2/>"],
    ["A **new**, *red*, _old_ and __big__ house", "A <g1>new</g1>, <g2>red</g2>, <g3>old</g3> and <g4>big</g4> house"],
    ["2 * 3 * 4 = a*b*c, ~~old~~ snake", "2 * 3 * 4 = a*b*c, <g1>old</g1> snake"],
    ["The {~~green~>blue~~} house", "The <g1>green<x2/>blue</g1> house"],
    ['{"title": "The red house", "key": "open"}', "<x1/>The red house<x2/>"],
    ['[{"label": "Save", "id": "a-b"}, {"x": "Save"}]', "<x1/>Save<x2/>"],
    ['{"a": "<b>red</b> door", "cron": "0 5 * *", "b": "A\\nred door"}', "<x1/><g2>red</g2> door<x3/>"],
    ['<?xml version="1.0"?>\n<a b="c">\n <d>House</d>\n</a>', "<x1/>"],
    ['Type <code>a house</code>, <kbd class="x">Enter</kbd> or <b>this</b>', "Type <x1/>, <x2/> or <g3>this</g3>"],
  ])("protect converts the markup in %s to codes and leaves its words translatable", (text, expected) => {
    const { segment, protectedCodes } = protect(plainSegment(text));
    expect(segment.text).toBe(expected);
    expect(plainText(restore(segment.text, protectedCodes))).toBe(text);
  });

  it("protect uses the caller's patterns before automatically recognised placeholders", () => {
    const protector = (plain: string) =>
      Array.from(plain.matchAll(/see .?name|name. and/g), ({ 0: text, index }) => ({
        start: index,
        end: index + text.length,
      }));
    const { segment, protectedCodes } = protect(plainSegment("Please see {name} and {other} & go"), protector);
    expect(segment.text).toBe("Please <x1/>} and <x2/> &amp; go");
    expect(restore(segment.text, protectedCodes)).toBe("Please see {name} and {other} &amp; go");
  });

  it("protect leaves a segment without placeholders unchanged", () => {
    const segment = plainSegment("Nothing to see here.");
    expect(protect(segment).segment).toBe(segment);
  });

  it("restoring a protected text gives the original for every example text", () => {
    for (const { text } of placeholderCorpus) {
      const { segment, protectedCodes } = protect(plainSegment(text));
      expect(plainText(restore(segment.text, protectedCodes))).toBe(text);
      expect(findPlaceholders(plainText(segment.text))).toEqual([]);
    }
  });
});

describe("placeholders within code", () => {
  it("a placeholder within code is protected as part of the code, even at its start", () => {
    const { protectedCodes } = protect(plainSegment("Call $foo() or @user/pkg_name now"));
    expect(protectedCodes.map(({ open }) => open)).toEqual(["$foo()", "@user/pkg_name"]);
  });
});

it("the plain text of a segment shows each single code as its equivalent text, or omits the code if no such text is known", () => {
  const codes = [{ id: 1, kind: "placeholder" as const, equiv: "%s" }];
  expect(plainText("Hello <x1/>!", codes)).toBe("Hello %s!");
  expect(plainText("Hello <x1/>!")).toBe("Hello !");
});
