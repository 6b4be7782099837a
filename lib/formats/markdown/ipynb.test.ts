import { expect, test } from "vitest";
import { formatContract } from "@/e2e/doubles/format-contract";
import { ipynb } from "./ipynb";

const NOTEBOOK = Buffer.from(`{
 "cells": [
  {
   "cell_type": "markdown",
   "metadata": {},
   "source": [
    "# The big title\\n",
    "\\n",
    "Some **bold** words with \\"quotes\\".\\n"
   ]
  },
  {
   "cell_type": "code",
   "execution_count": 1,
   "metadata": {},
   "outputs": [{"name": "stdout", "text": ["not this one\\n"]}],
   "source": ["print('not this one')"]
  },
  { "cell_type": "markdown", "metadata": {}, "source": "One string only" }
 ],
 "metadata": {},
 "nbformat": 4,
 "nbformat_minor": 5
}
`);

formatContract(ipynb, {
  check: (bytes) => void JSON.parse(Buffer.from(bytes).toString()),
  fixtures: [
    {
      name: "cells of Markdown and code",
      bytes: NOTEBOOK,
      texts: ["The big title", 'Some bold words with "quotes".', "One string only"],
    },
  ],
});

test("cells of a notebook are divided into the same lines as in the source file", async () => {
  const document = await ipynb.open(NOTEBOOK, {});
  const { bytes } = await document.write([{ text: "El título" }, { text: null }, { text: null }], "es");
  expect(Buffer.from(bytes).toString()).toBe(NOTEBOOK.toString().replace("The big title", "El título"));
});
