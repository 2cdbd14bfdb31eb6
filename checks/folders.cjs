/** No two folders beside each other need each other, by what the product imports as values. */
module.exports = {
  forbidden: [
    {
      name: 'no-knots-between-siblings',
      comment: 'Two folders beside each other need each other: move what both use to one of them, or to a third.',
      severity: 'error',
      scope: 'folder',
      from: { path: '^(.+)/[^/]+$' },
      to: { path: '^$1/[^/]+$', circular: true },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: 'node_modules|/dist/|[.]test[.]tsx?$|/testing(/|$)' },
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'default'] },
  },
}
