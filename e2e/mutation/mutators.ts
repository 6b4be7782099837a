import { parseAst } from "vitest/node";
import { regexMutations } from "./regex";

/** A small change to a source file. `block`: it replaces statements, otherwise an expression. */
export interface Mutation {
  start: number;
  end: number;
  replacement: string;
  mutator: string;
  block: boolean;
}

/** A node of the ESTree that Vite's parser gives for TypeScript. */
interface Node {
  type: string;
  start: number;
  end: number;
  [key: string]: unknown;
}

interface MutationSite {
  node: Node;
  parents: readonly Node[];
  text(node: Node): string;
}

type Mutator = (place: MutationSite) => readonly string[];

const EQUALITY: Record<string, readonly string[]> = {
  "===": ["!=="],
  "!==": ["==="],
  "==": ["!="],
  "!=": ["=="],
  "<": ["<=", ">="],
  "<=": ["<", ">"],
  ">": [">=", "<="],
  ">=": [">", "<"],
};
const ARITHMETIC: Record<string, string> = { "+": "-", "-": "+", "*": "/", "/": "*", "%": "*" };
const LOGICAL: Record<string, string> = { "&&": "||", "||": "&&", "??": "&&" };
const ASSIGNMENT: Record<string, string> = { "+=": "-=", "-=": "+=", "*=": "/=", "/=": "*=", "??=": "&&=" };
const RENAMED: Record<string, string> = {
  startsWith: "endsWith",
  endsWith: "startsWith",
  some: "every",
  every: "some",
  toLowerCase: "toUpperCase",
  toUpperCase: "toLowerCase",
  trimStart: "trimEnd",
  trimEnd: "trimStart",
  min: "max",
  max: "min",
};
const REMOVED = new Set(["trim", "filter", "sort", "toSorted", "reverse", "toReversed", "slice", "normalize"]);
/** Conditions of database queries (Drizzle). */
const QUERY: Record<string, string> = {
  eq: "ne",
  ne: "eq",
  gt: "lte",
  gte: "lt",
  lt: "gte",
  lte: "gt",
  and: "or",
  or: "and",
  isNull: "isNotNull",
  isNotNull: "isNull",
  inArray: "notInArray",
  notInArray: "inArray",
  exists: "notExists",
  notExists: "exists",
  asc: "desc",
  desc: "asc",
};

/** Stryker's mutators that can change the behaviour of a rule, and the conditions of queries. */
const MUTATORS: Record<string, Mutator> = {
  Condition: ({ node, parents }) => {
    const parent = parents.at(-1);
    if (parent?.test !== node) return [];
    return /^(?:While|DoWhile|For)/.test(parent.type) ? ["false"] : ["true", "false"];
  },
  Equality: binary((operator) => EQUALITY[operator] ?? []),
  Arithmetic: binary((operator, { node }) => {
    const other = ARITHMETIC[operator];
    const joinsText = operator === "+" && [node.left, node.right].some((side) => isText(side as Node));
    return other && !joinsText ? [other] : [];
  }),
  Logical: ({ node, text }) => {
    if (node.type !== "LogicalExpression") return [];
    return [`(${text(node.left as Node)}) ${LOGICAL[node.operator as string]} (${text(node.right as Node)})`];
  },
  Negation: ({ node, text }) =>
    node.type === "UnaryExpression" && ["!", "-"].includes(node.operator as string)
      ? [text(node.argument as Node)]
      : [],
  Boolean: ({ node }) => (node.type === "Literal" && typeof node.value === "boolean" ? [String(!node.value)] : []),
  Text: ({ node }) => {
    if (node.type === "TemplateLiteral") return ['""'];
    if (node.type !== "Literal" || typeof node.value !== "string" || isSentence(node.value)) return [];
    return [node.value === "" ? '"mutated"' : '""'];
  },
  Array: ({ node }) => (node.type === "ArrayExpression" && (node.elements as unknown[]).length > 0 ? ["[]"] : []),
  Object: ({ node }) => (node.type === "ObjectExpression" && (node.properties as unknown[]).length > 0 ? ["{}"] : []),
  Function: ({ node, parents }) => {
    const parent = parents.at(-1);
    const isBody = parent?.type === "ArrowFunctionExpression" && parent.body === node;
    return isBody && node.type !== "BlockStatement" ? ["undefined"] : [];
  },
  Update: ({ node, text }) => {
    if (node.type !== "UpdateExpression") return [];
    return [text(node).replace(/\+\+|--/, (sign) => (sign === "++" ? "--" : "++"))];
  },
  Assignment: ({ node, text }) => {
    const other = node.type === "AssignmentExpression" ? ASSIGNMENT[node.operator as string] : undefined;
    if (!other || isText(node.right as Node)) return [];
    return [`${text(node.left as Node)} ${other} ${text(node.right as Node)}`];
  },
  Call: ({ node, parents, text }) => {
    if (node.type !== "CallExpression") return [];
    const callee = node.callee as Node;
    if (callee.type !== "MemberExpression" || callee.computed) return [];
    const name = text(callee.property as Node);
    const object = callee.object as Node;
    const goesOn = parents.at(-1)?.object === node && !parents.at(-1)?.computed;
    if (REMOVED.has(name)) return [text(object) + (callee.optional && goesOn ? "?" : "")];
    const other = own(RENAMED, name);
    if (!other || (["min", "max"].includes(name) && text(object) !== "Math")) return [];
    const property = callee.property as Node;
    return [splice(text(node), property.start - node.start, property.end - node.start, other)];
  },
  OptionalChain: ({ node, text }) => {
    const isOptional = ["MemberExpression", "CallExpression"].includes(node.type) && node.optional === true;
    if (!isOptional) return [];
    const from = (node.type === "CallExpression" ? (node.callee as Node) : (node.object as Node)).end - node.start;
    const dot = node.type === "CallExpression" || node.computed ? "" : ".";
    const at = text(node).indexOf("?.", from);
    return [splice(text(node), at, at + 2, dot)];
  },
  Query: ({ node, text }) => {
    if (node.type !== "CallExpression") return [];
    const callee = node.callee as Node;
    const other = callee.type === "Identifier" ? own(QUERY, text(callee)) : undefined;
    return other ? [splice(text(node), 0, callee.end - node.start, `globalThis.__queries.${other}`)] : [];
  },
  Regex: ({ node }) => {
    const regex = node.regex as { pattern: string; flags: string } | undefined;
    return regex ? regexMutations(regex.pattern, regex.flags) : [];
  },
};

/** All mutations of a file, in text order. */
export function mutationsOf(code: string): Mutation[] {
  const text = (node: Node) => code.slice(node.start, node.end);
  const found: Mutation[] = [];
  const add = (node: Node, replacement: string, mutator: string, block = false) =>
    found.push({ start: node.start, end: node.end, replacement, mutator, block });

  const visit = (node: Node, parents: readonly Node[]) => {
    if (isIgnored(node, parents, text)) return;
    if (isBody(node, parents)) add(node, "", "Block", true);
    if (isValue(node, parents)) {
      const anchor = chainOf(node, parents);
      for (const [mutator, mutate] of Object.entries(MUTATORS)) {
        for (const replacement of mutate({ node, parents, text })) {
          const whole = splice(text(anchor), node.start - anchor.start, node.end - anchor.start, replacement);
          add(anchor, anchor === node ? replacement : whole, mutator);
        }
      }
    }
    const next = [...parents, node];
    for (const child of childrenOf(node)) visit(child, next);
  };
  visit(parseAst(code, { lang: "ts" }) as unknown as Node, []);
  return found.sort((a, b) => a.start - b.start || b.end - a.end);
}

/** Skips types, module names, keys, and log messages. */
function isIgnored(node: Node, parents: readonly Node[], text: (node: Node) => string): boolean {
  const parent = parents.at(-1);
  if (/^TS(?!AsExpr|NonNull|Satisfies|ParameterProp)/.test(node.type)) return true;
  if (/^(?:Import|ExportAll|TaggedTemplate)/.test(node.type) && node.type !== "ImportExpression") {
    return node.type !== "TaggedTemplateExpression";
  }
  if (node.type === "ImportExpression") return true;
  if (parent?.type === "Property" && parent.key === node && !parent.computed) return true;
  if (parent?.type === "ExportNamedDeclaration" && parent.source === node) return true;
  if (node.type === "ExpressionStatement" && node.directive) return true;
  return node.type === "CallExpression" && /^log\.\w+$/.test(text(node.callee as Node));
}

/** Statements of functions and branches. */
function isBody(node: Node, parents: readonly Node[]): boolean {
  if (node.type !== "BlockStatement" || (node.body as unknown[]).length === 0) return false;
  const [grandparent, parent] = parents.slice(-2);
  return !(parent?.type === "FunctionExpression" && grandparent?.kind === "constructor");
}

/** Whether an expression can replace the node. */
function isValue(node: Node, parents: readonly Node[]): boolean {
  const parent = parents.at(-1);
  if (
    !parent ||
    /Statement$|Declaration$|Declarator$|Pattern$|^(?:Program|Property|Template(?:Element))/.test(node.type)
  )
    return false;
  if (node.type === "TemplateLiteral" && parent.type === "TaggedTemplateExpression") return false;
  return !(parent.type === "AssignmentExpression" && parent.left === node);
}

/** The whole `a?.b.c()` around a part of it, because parentheses inside would change what it skips. */
function chainOf(node: Node, parents: readonly Node[]): Node {
  let spine = node;
  for (let at = parents.length - 1; at >= 0; at--) {
    const parent = parents[at];
    if (!parent) break;
    if (parent.type === "ChainExpression") return parent;
    if (![parent.object, parent.callee, parent.type === "TSNonNullExpression" && parent.expression].includes(spine))
      break;
    spine = parent;
  }
  return node;
}

function childrenOf(node: Node): Node[] {
  return Object.values(node)
    .flat()
    .filter((child): child is Node => typeof (child as Node | null)?.type === "string");
}

function binary(others: (operator: string, place: MutationSite) => readonly string[]): Mutator {
  return (place) => {
    const { node, text } = place;
    if (node.type !== "BinaryExpression") return [];
    const [left, right] = [node.left as Node, node.right as Node];
    return others(node.operator as string, place).map((other) => `(${text(left)}) ${other} (${text(right)})`);
  };
}

function isText(node: Node): boolean {
  return node.type === "TemplateLiteral" || (node.type === "Literal" && typeof node.value === "string");
}

/** Texts for people, which are not rules. */
function isSentence(text: string): boolean {
  return /\p{L} \p{L}+ \p{L}/u.test(text);
}

function own(table: Record<string, string>, name: string): string | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined;
}

function splice(text: string, start: number, end: number, by: string): string {
  return text.slice(0, start) + by + text.slice(end);
}
