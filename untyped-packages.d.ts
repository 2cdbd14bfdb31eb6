/** Packages without types of their own. */
declare module 'eslint-plugin-jsx-a11y' {
  import type { ESLint, Linter } from 'eslint'
  const plugin: ESLint.Plugin & { readonly flatConfigs: Readonly<Record<'recommended' | 'strict', { readonly rules: Linter.RulesRecord }>> }
  export default plugin
}
