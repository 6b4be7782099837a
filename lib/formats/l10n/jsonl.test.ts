import { expect, test } from "vitest";
import { withinCpuMs } from "@/e2e/cpu-time";
import { formatContract } from "@/e2e/doubles/format-contract";
import { jsonl } from "./json";

const RECORDS = `{"id": 1, "title": "A cup of tea", "url": "https://tea.example/1", "tags": ["Hot drink", "Green tea"]}
{"id": 2, "title": "Tea for {name}, \\u0022hot\\u0022", "body": {"text": "With milk,\\nand sugar"}}
`;

formatContract(jsonl, {
  fixtures: [
    {
      name: "records of a data set",
      bytes: Buffer.from(RECORDS),
      texts: ["A cup of tea", "Hot drink", "Green tea", 'Tea for {name}, "hot"', "With milk,\nand sugar"],
    },
    {
      name: "conversations, with CRLF, blank lines and no last line end",
      bytes: Buffer.from(
        '{"messages": [{"role": "user", "content": "What is tea?"}, {"role": "assistant", "content": "A drink."}]}\r\n\r\n {"messages": []} \r\n  \r\n{"messages": [{"role": "user", "content": "Hello there"}]}',
      ),
      texts: ["What is tea?", "A drink.", "Hello there"],
    },
    {
      name: "strings and arrays",
      bytes: Buffer.from('"One tea"\n["Two teas", 3, null]\n'),
      texts: ["One tea", "Two teas"],
    },
    {
      name: "ICU messages",
      bytes: Buffer.from('{"key": "n", "value": "{who, select, me {My cup of tea} other {Their cups}}"}\n'),
      texts: ["My cup of tea", "Their cups"],
    },
  ],
});

test("JSON Lines with a record that spans several lines is refused, and the error names the line", async () => {
  await expect(jsonl.open(Buffer.from('{"a": "Tea"}\n{\n"a": "Tea"\n}\n'), {})).rejects.toThrow(/line 2\b/);
});

test.each([["\n".repeat(300_000)], [`{}${" \n".repeat(200_000)}{}`], ["{}\n".repeat(100_000)]])(
  "hostile JSON Lines are read in linear time",
  async (source) => {
    await withinCpuMs(3_000, () => jsonl.open(Buffer.from(`{"a": 1}\n${source}`), {}));
  },
);
