import { type ESTree, Visitor } from 'rolldown/utils'
import { type Fault, faultAt } from './pieces.ts'
import type { CodeFile } from './read-code.ts'

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

/** Words of the web UI are in `words.ts`, so that anyone who edits or translates them has one place to look. */
export function findLiteralWords(file: CodeFile): readonly Fault[] {
  const faults: Fault[] = []
  const report = (node: ESTree.Node, texts: readonly string[]): void => {
    const text = texts.find(hasWord)
    if (text !== undefined)
      faults.push(faultAt(file, node.start, `“${text.trim()}” belongs into the words.ts of this folder.`))
  }
  const reportChildren = ({ children }: Pick<ESTree.JSXElement, 'children'>): void => {
    for (const child of children) if (child.type === 'JSXExpressionContainer') report(child, textsOf(child.expression))
  }
  new Visitor({
    JSXText: (node) => report(node, [node.value]),
    JSXElement: reportChildren,
    JSXFragment: reportChildren,
    JSXAttribute: (node) => {
      const { name, value } = node
      if (name.type !== 'JSXIdentifier' || !READ_ALOUD.has(name.name)) return
      report(node, textsOf(value?.type === 'JSXExpressionContainer' ? value.expression : value))
    },
  }).visit(file.program)
  return faults
}

/** Signs such as `×` are no words, nor are `null`, `GET` and `Ctrl Z`, which are the same in all languages. */
const hasWord = (text: string): boolean =>
  /\p{L}{2}/u.test(text) && !/^\s*(?:null|Heddle|[A-Z]+|Ctrl [A-Z])\s*$/.test(text)

/** The texts that an expression may come to. */
function textsOf(node: ESTree.Node | null): readonly string[] {
  switch (node?.type) {
    case 'Literal':
      return typeof node.value === 'string' ? [node.value] : []
    case 'TemplateLiteral':
      return node.quasis.map(({ value }) => value.raw)
    case 'ConditionalExpression':
      return [...textsOf(node.consequent), ...textsOf(node.alternate)]
    case 'LogicalExpression':
      return textsOf(node.right)
    default:
      return []
  }
}
