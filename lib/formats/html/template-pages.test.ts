import { describe, expect, test } from "vitest";
import { withinCpuMs } from "@/e2e/cpu-time";
import { formatContract } from "@/e2e/doubles/format-contract";
import type { Format, FormatOptions } from "@/lib/formats/format";
import { chooseFormat } from "@/lib/formats/registry";
import { plainText } from "@/lib/text/segment";
import { ejs, erb, hbs, svelte } from "./template-pages";
import { vue } from "./vue";

const ERB_VIEW = `<%# locals: (order:) -%>
<% content_for :title, "Order" %>
<h1 class="<%= order.late? ? "red" : "green" %>" title="Order <%= order.number %>">Your order</h1>
<% if order.items.size > 1 && order.paid? %>
  <p>We sent <%= pluralize(order.items.size, "parcel") %> to you</p>
<% else %>
  Nothing has been sent yet
<% end %>
<%= form_with model: order do |form| %>
  <%= form.label :note %>
  <input placeholder="Write a note" <%= "disabled" unless order.open? %> value="<%= order.note %>">
  <p>Read <%= link_to terms_path do %>our terms<% end %> before you pay.</p>
  <<%= tag %> class="left">Inside a tag of code</<%= tag %>>
<% end %>
`;
const ERB_MAIL = `Hello <%= @user.name %>,

<% @orders.each do |order| -%>
Your order <%= order.number %> is on its way.
<% end -%>

Thanks
`;
const ERB_BARE = `<ul>\r\n<% @teas.each { |tea| %>\r\n  <li><b><%= tea %></b> costs <%== tea.price %> & more</li>\r\n<% } %>\r\n</ul>\r\n`;

formatContract(erb, {
  fixtures: [
    {
      name: "a view with blocks, output in attributes and a tag of code",
      bytes: Buffer.from(ERB_VIEW),
      texts: [
        "Order <%= order.number %>",
        "Your order",
        'We sent <%= pluralize(order.items.size, "parcel") %> to you',
        "Nothing has been sent yet",
        "Write a note",
        "Read our terms before you pay.",
        "Inside a tag of code",
      ],
    },
    {
      name: "a mail without a tag",
      bytes: Buffer.from(ERB_MAIL),
      texts: ["Hello <%= @user.name %>,", "Your order <%= order.number %> is on its way.", "Thanks"],
    },
    { name: "blocks in braces", bytes: Buffer.from(ERB_BARE), texts: ["<%= tea %> costs <%== tea.price %> & more"] },
  ],
});

const EJS_PAGE = `<!DOCTYPE html>
<html lang="en">
<%- include('head', {title: 'Left here'}) %>
<body>
  <% if (user && user.age > 18) { %>
    <h2>Welcome back, <%= user.name %>!</h2>
  <% } else { %>
    <a href="/in?to=<%= encodeURIComponent(url) %>">Sign in</a> or <%_ if (open) { _%>register<%_ } _%>.
  <% } %>
  <% teas.forEach(function (tea) { %><li title="<%= tea %>">A cup of <%- tea %> now</li><% }) %>
  <script>const a = "<%= left %>";</script>
</body>
</html>
`;

formatContract(ejs, {
  fixtures: [
    {
      name: "a page with conditions, loops and includes",
      bytes: Buffer.from(EJS_PAGE),
      texts: ["Welcome back, <%= user.name %>!", "Sign in or register.", "A cup of <%- tea %> now"],
    },
    {
      name: "a front matter",
      bytes: Buffer.from('---\ntitle: A page\nlayout: left\n---\n<p class=<%= "a" %>>One tea</p>\n'),
      texts: ["A page", "One tea"],
    },
    { name: "a literal opener", bytes: Buffer.from("<p>Write <%% to begin, &lt;%= to show</p>\n") },
  ],
});

const HBS_PAGE = `{{!-- A comment with }} in it --}}
{{#extend "layout" title="Left here"}}
<h1>{{title}}</h1>
<p>Hello {{user.name}}, you have {{#if (gt count 1)}}{{count}} messages{{else}}one message{{/if}}.</p>
{{#each teas as |tea|}}
  <li class="{{#if tea.hot}}hot{{/if}}"><img alt="A cup of {{tea.name}}" src="{{tea.src}}"> {{{tea.html}}} costs {{helper "}}" tea.price}} today</li>
{{else}}
  <li>There is no tea</li>
{{/each}}
{{> footer year="2024"}}
<MyButton @onClick={{action "save"}} {{on "click" this.go}}>Save it now</MyButton>
{{~^empty~}} Not empty {{~/empty~}}
{{/extend}}
`;

formatContract(hbs, {
  fixtures: [
    {
      name: "a page with blocks, partials, comments and strings with braces",
      bytes: Buffer.from(HBS_PAGE),
      texts: [
        "Hello {{user.name}}, you have {{count}} messages\none message.",
        "A cup of {{tea.name}}",
        '{{{tea.html}}} costs {{helper "}}" tea.price}} today',
        "There is no tea",
        "Save it now",
        "Not empty",
      ],
    },
    { name: "a whole page", bytes: Buffer.from('<html lang="en"><title>{{site}} &amp; more tea</title></html>') },
    { name: "raw blocks", bytes: Buffer.from("<p>Tea {{{{raw}}}} {{left}} </p> {{{{/raw}}}} now</p>") },
  ],
});

const SVELTE = `<script lang="ts">
  import { t } from "./i18n";
  let name = "Left here" // {
</script>

<svelte:head><title>Tea for {name}</title></svelte:head>

<!-- { -->
{#if user?.age > 18 && name.replace(/"/g, "}") !== '}'}
  <h1 class:big={size > 3} on:click={() => { count += 1; }}>Hello {name}!</h1>
{:else if loading}
  Please wait
{:else}
  <p>You clicked {count} {count === 1 ? 'time' : 'times'} in <em>all</em> &#123;so far&#125;</p>
{/if}
{#each teas as { id, title } (id)}
  <input placeholder="Search {title}…" {value} {...rest} />
  <Card title={title}>Order a cup</Card>
{/each}
{@html left}

<style>
  p { color: red; }
</style>
`;

formatContract(svelte, {
  fixtures: [
    {
      name: "a component with blocks, expressions and a style",
      bytes: Buffer.from(SVELTE),
      texts: [
        "Tea for {name}",
        "Hello {name}!",
        "Please wait",
        "You clicked {count} {count === 1 ? 'time' : 'times'} in all {so far}",
        "Search {title}…",
        "Order a cup",
      ],
    },
    { name: "markup alone", bytes: Buffer.from("<Link to='/a'>Go <b>there</b></Link>\n"), texts: ["Go there"] },
    {
      name: "CRLF",
      bytes: Buffer.from("{#await tea}\r\n  <p>Please wait</p>\r\n{/await}\r\n"),
      texts: ["Please wait"],
    },
  ],
});

const VUE = `<script setup lang="ts">
const left = "<template>Left here</template>";
</script>

<template>
  <div :class="{ big: size > 3 }">
    <h1 v-if="count < 3">Hello {{ name < "z" ? name : "</h1>" }}!</h1>
    <template v-else #header="{ item }"><router-link to="/tea">Read about tea</router-link> or <b>drink</b> it.</template>
    <input placeholder="Search for tea" :title="t('left')" @input="(e) => go(e)" />
    <MyIcon name="left" /> Some words
    <i18n-t keypath="left" />
    <textarea v-model="text" />
    <p>After all {{ t("left") }}</p>
  </div>
</template>

<i18n>
{
  "en": {
    "hello": "Hello <b>world</b>",
    "count": "{n} cups"
  }
}
</i18n>

<i18n lang="yaml" locale="en">
bye: Good bye
</i18n>

<docs>
# Left here
</docs>

<style scoped>
p > a { content: "</template>"; }
</style>
`;

formatContract(vue, {
  fixtures: [
    {
      name: "a component with messages in JSON and YAML",
      bytes: Buffer.from(VUE),
      texts: [
        'Hello {{ name < "z" ? name : "</h1>" }}!',
        "Read about tea or drink it.",
        "Search for tea",
        "Some words",
        'After all {{ t("left") }}',
        "Hello world",
        "{n} cups",
        "Good bye",
      ],
    },
    {
      name: "options in the old style",
      bytes: Buffer.from(
        '<template>\n\t<p class="a">One <a :href="url">tea</a></p>\n</template>\n\n<script>\nexport default { data: () => ({ a: "Left" }) };\n</script>\n',
      ),
      texts: ["One tea"],
    },
    {
      name: "CRLF and a template alone",
      bytes: Buffer.from("<template>\r\n  <p>One tea</p>\r\n</template>\r\n"),
      texts: ["One tea"],
    },
  ],
});

describe("template code in pages", () => {
  const written = async (
    format: Format,
    source: string,
    translate: (text: string) => string,
    options: FormatOptions = {},
  ) => {
    const document = await format.open(Buffer.from(source), options);
    const { bytes } = await document.write(
      document.segments.map(({ text }) => ({ text: translate(text) })),
      "es",
    );
    return Buffer.from(bytes).toString();
  };

  test.each([
    [erb, "<p>Tea</p><% if a > b", "<p>Té</p><% if a > b"],
    [erb, '<a title="<%= "Tea" %>" alt="Tea">Tea</a>', '<a title="<%= "Tea" %>" alt="Té">Té</a>'],
    [erb, "<%= \"<p title='Tea'>\" %>Tea<% # Tea > %>", "<%= \"<p title='Tea'>\" %>Té<% # Tea > %>"],
    [
      erb,
      "<%= javascript_tag do %>if (Tea) {<% if x %>Tea<% end %>}<% end %> Tea",
      "<%= javascript_tag do %>if (Tea) {<% if x %>Tea<% end %>}<% end %> Té",
    ],
    [erb, "<p>\ufdd1Tea\ufdd2<%= x %></p>", "<p>\ufdd1Té\ufdd2<%= x %></p>"],
    [erb, '<p>Tea <%= "Tea %%> Tea" %> Tea</p>', '<p>Té <%= "Tea %%> Tea" %> Té</p>'],
    [erb, '<%= link_to "x %%> y" do %>Tea<% end %>', '<%= link_to "x %%> y" do %>Té<% end %>'],
    [ejs, '<p><%= "Tea %%> Tea" %> Tea</p>', '<p><%= "Tea %%> Tea" %> Té</p>'],
    [ejs, "<p>Tea</p><% /* Tea", "<p>Té</p><% /* Tea"],
    [hbs, "<p>Tea {{#if tea", "<p>Té {{#if tea"],
    [hbs, "<p>Tea</p>{{! it's }}<b>Tea</b>{{x 'it' }}", "<p>Té</p>{{! it's }}<b>Té</b>{{x 'it' }}"],
    [svelte, "<p>Tea</p>{#if {} Tea", "<p>Té</p>{#if {} Tea"],
    [svelte, "<p title='{`Tea }`}'>Tea</p>", "<p title='{`Tea }`}'>Té</p>"],
    [vue, "<template><p>Tea {{ Tea</p></template><script>Tea", "<template><p>Té {{ Tea</p></template><script>Tea"],
  ] as const)("template code in a page is kept byte for byte: %#", async (format, source, expected) => {
    expect(await written(format, source, (text) => text.replaceAll("Tea", "Té"))).toBe(expected);
  });

  test("braces in a translation are escaped, so that they don't become template code", async () => {
    expect(await written(svelte, "<p title='Tea {a}'>Tea</p>", (text) => text.replace("Tea", "{té}"))).toBe(
      "<p title='&#123;té&#125; {a}'>&#123;té&#125;</p>",
    );
    expect(await written(hbs, "<p>Tea</p>", () => "{{té}}")).toBe("<p>&#123;{té}}</p>");
  });

  test("an i18n block with a declared language is kept, and a block for the target language is added", async () => {
    const one = await written(vue, VUE, (text) => `${text}.`);
    expect(one).toContain('"es": {\n    "hello": "Hello <b>world</b>."');
    expect(one).toContain('<i18n lang="yaml" locale="es">\nbye: Good bye.\n');
    const source = `<i18n>{ "en": { "a": "One tea" }, "fr": { "a": "Un thé" } }</i18n>`;
    const document = await vue.open(Buffer.from(source), { source: "en" });
    const { bytes } = await document.write([{ text: "Un té" }], "es");
    expect(Buffer.from(bytes).toString()).toBe(
      `<i18n>{ "en": { "a": "One tea" }, "es": { "a": "Un té" }, "fr": { "a": "Un thé" } }</i18n>`,
    );
  });

  test("a page with i18n blocks in several languages gets a block for the target language after the source's block", async () => {
    const block = (locale: string, tea: string) => `<i18n locale="${locale}">\n{"a": "${tea}"}\n</i18n>\n`;
    const source = block("en", "One tea") + block("fr", "Un thé");
    expect(await written(vue, source, () => "Un té", { source: "en" })).toBe(
      block("en", "One tea") + block("es", "Un té") + block("fr", "Un thé"),
    );
  });

  test.each([
    [
      "one JSON block",
      '<i18n>{"en": {"a": "One tea", "b": "Milk", "c": "Tea"}, "es": { "a": "Mi té!!", "c": "" }}</i18n>',
      '<i18n>{"en": {"a": "One tea", "b": "Milk", "c": "Tea"}, "es": { "a": "Mi té!!", "b": "Milk.", "c": "Tea." }}</i18n>',
    ],
    [
      "one YAML block",
      '<i18n lang="yaml">\nen:\n  a: One tea\n  b: Milk\n  c: Tea\nes:\n  a: Mi té!!\n  c:\n</i18n>',
      '<i18n lang="yaml">\nen:\n  a: One tea\n  b: Milk\n  c: Tea\nes:\n  a: Mi té!!\n  b: Milk.\n  c: Tea.\n</i18n>',
    ],
    [
      "a block each by attribute",
      '<i18n locale="en">{"a": "One tea", "b": "Milk", "c": "Tea"}</i18n>\n<i18n locale="es">{ "a": "Mi té!!" }</i18n>',
      '<i18n locale="en">{"a": "One tea", "b": "Milk", "c": "Tea"}</i18n>\n<i18n locale="es">{ "a": "Mi té!!", "b": "Milk.", "c": "Tea." }</i18n>',
    ],
    [
      "a block each by key",
      '<i18n>{"es": { "a": "Mi té!!" }}</i18n>\n<i18n>{"en": {"a": "One tea", "b": "Milk", "c": "Tea"}}</i18n>',
      '<i18n>{"es": { "a": "Mi té!!", "b": "Milk.", "c": "Tea." }}</i18n>\n<i18n>{"en": {"a": "One tea", "b": "Milk", "c": "Tea"}}</i18n>',
    ],
  ])(
    "existing translations in i18n blocks are kept, and missing translations are added: %s",
    async (_, source, expected) => {
      const document = await vue.open(Buffer.from(source), { source: "en", into: "es" });
      expect(document).toMatchObject({ finished: 1, segments: [{ text: "Milk" }, { text: "Tea" }] });
      const { bytes } = await document.write([{ text: "Milk." }, { text: "Tea." }], "es");
      expect(Buffer.from(bytes).toString()).toBe(expected);
    },
  );

  test("a page template in an unsupported syntax is not translated, and causes a warning", async () => {
    const document = await vue.open(Buffer.from('<template lang="pug">\np Tea\n</template>\n'), {});
    expect(document.segments).toEqual([]);
    expect(document.warnings).toMatchObject([{ code: "part_skipped", count: 1 }]);
  });

  test("a script or settings file with template code is not accepted as a page", () => {
    for (const text of [
      "$('#a').show();\n",
      "$('#a').html('<b>Tea</b>');\n",
      "production:\n  host: <%= ENV['HOST'] %>\n",
    ])
      expect(() => chooseFormat(Buffer.from(text), "a.erb")).toThrow("does not match its name");
  });

  test("a sentence with template code around some of its words is one text, with a code pair around those words", async () => {
    const { segments } = await erb.open(Buffer.from("<p>See <% if x %>this<% end %> tea</p>"), {});
    expect(segments.map(({ text }) => text)).toEqual(["See <g1>this</g1> tea"]);
    expect(plainText(segments[0]!.text)).toBe("See this tea");
  });

  test.each([
    [erb, "<% if x %>".repeat(60_000)],
    [erb, `<% if x${" ".repeat(300_000)}`],
    [hbs, "{{#if x}}a".repeat(60_000)],
    [hbs, '{{"'.repeat(100_000)],
    [svelte, "{".repeat(300_000)],
    [svelte, "<script ".repeat(60_000)],
    [vue, "<template>{{".repeat(60_000)],
    [vue, "<i18n>".repeat(60_000)],
  ] as const)("hostile template pages are read in linear time", async (format, source) => {
    await withinCpuMs(3_000, () => format.open(Buffer.from(source), {}));
  });
});
