import type { Rule } from 'eslint'

/** What a reader of the page sees or hears. */
const READ_ALOUD = new Set([
  'alt',
  'aria-description',
  'aria-label',
  'aria-valuetext',
  'hint',
  'label',
  'placeholder',
  'title',
])

type Node = {
  readonly type: string
  readonly value?: unknown
  readonly name?: { readonly name?: unknown }
  readonly expression?: Node
  readonly consequent?: Node
  readonly alternate?: Node
  readonly right?: Node
  readonly quasis?: readonly { readonly value: { readonly raw: string } }[]
}

/** Words of the web UI stand in `words.ts`, so that whoever edits or translates them has one place to look. */
export const literalWords: Rule.RuleModule = {
  meta: {
    type: 'suggestion',
    schema: [],
    docs: { description: 'Keep words of the web UI out of its markup' },
    messages: { literal: '“{{text}}” belongs into the words.ts of this folder.' },
  },
  create: (context) => {
    const report = (node: Node, texts: readonly string[]): void => {
      const text = texts.find(hasWord)
      if (text !== undefined) context.report({ node, messageId: 'literal', data: { text: text.trim() } })
    }
    return {
      JSXText: (node: Node) => report(node, [String(node.value)]),
      JSXElement: (node: { readonly children: readonly Node[] }) => {
        for (const child of node.children)
          if (child.type === 'JSXExpressionContainer') report(child, textsOf(child.expression))
      },
      JSXFragment: (node: { readonly children: readonly Node[] }) => {
        for (const child of node.children)
          if (child.type === 'JSXExpressionContainer') report(child, textsOf(child.expression))
      },
      JSXAttribute: (node: Node) => {
        if (!READ_ALOUD.has(String(node.name?.name))) return
        const value = node.value as Node | null
        report(node, textsOf(value?.type === 'JSXExpressionContainer' ? value.expression : (value ?? undefined)))
      },
    } as unknown as Rule.RuleListener
  },
}

/** Signs such as `×` are no words, nor are `null`, `GET` and `Ctrl Z`, which are the same in all languages. */
const hasWord = (text: string): boolean =>
  /\p{L}{2}/u.test(text) && !/^\s*(?:null|Heddle|[A-Z]+|Ctrl [A-Z])\s*$/.test(text)

/** The texts that an expression may come to. */
function textsOf(node: Node | undefined): readonly string[] {
  switch (node?.type) {
    case 'Literal':
      return typeof node.value === 'string' ? [node.value] : []
    case 'TemplateLiteral':
      return (node.quasis ?? []).map(({ value }) => value.raw)
    case 'ConditionalExpression':
      return [...textsOf(node.consequent), ...textsOf(node.alternate)]
    case 'LogicalExpression':
      return textsOf(node.right)
    default:
      return []
  }
}
