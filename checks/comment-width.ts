import type { Rule } from 'eslint'

const WIDTH = 120

/** Comments end at column 120, so that a review pane shows them whole. Directives of tools are one line by nature. */
export const commentWidth: Rule.RuleModule = {
  meta: {
    type: 'layout',
    schema: [],
    docs: { description: 'Wrap comments at 120 columns' },
    messages: { wide: `This comment is {{columns}} columns wide: wrap it at ${WIDTH}.` },
  },
  create: (context) => ({
    Program: () => {
      const { lines } = context.sourceCode
      for (const { value, loc } of context.sourceCode.getAllComments()) {
        if (!loc || /^\s*(?:eslint|oxlint|prettier|@ts)-/.test(value)) continue
        for (let line = loc.start.line; line <= loc.end.line; line++) {
          const columns = line === loc.end.line ? loc.end.column : lines[line - 1]!.length
          if (columns > WIDTH)
            context.report({ loc: { line, column: WIDTH }, messageId: 'wide', data: { columns: String(columns) } })
        }
      }
    },
  }),
}
