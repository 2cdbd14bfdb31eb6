import { globSync, readFileSync } from 'node:fs'
import ts from 'typescript'
import { expect, it } from 'vitest'

const SERVER = new URL('../../', import.meta.url).pathname
const sources = globSync('**/*.ts', { cwd: SERVER, exclude: ['**/*.test.ts', '**/testing/**'] }).map((file) => ({
  file,
  text: readFileSync(`${SERVER}${file}`, 'utf8'),
}))
const tableNames = sources.flatMap(({ text }) => [...text.matchAll(/= pgTable\(\s*'(\w+)'/g)].map(([, name]) => name!))
const anyTable = new RegExp(String.raw`\b(?:${tableNames.join('|')})\b`, 'g')

it('SQL names no table in its text, but takes the table object: a renamed one is a type error, not a fault at run time', () => {
  const named = sources.flatMap(({ file, text }) =>
    sqlTexts(file, text).flatMap((part) => (part.match(anyTable) ?? []).map((name) => `${file}: ${name}`)),
  )

  expect(tableNames).toContain('users')
  expect(named).toEqual([])
})

/** The literal parts of all templates with the tag `sql`. */
function sqlTexts(file: string, text: string): string[] {
  const texts: string[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isTaggedTemplateExpression(node) && node.tag.getText() === 'sql') {
      const { template } = node
      const parts = ts.isNoSubstitutionTemplateLiteral(template)
        ? [template]
        : [template.head, ...template.templateSpans.map(({ literal }) => literal)]
      texts.push(...parts.map((part) => part.text))
    }
    ts.forEachChild(node, visit)
  }
  visit(ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true))
  return texts
}
