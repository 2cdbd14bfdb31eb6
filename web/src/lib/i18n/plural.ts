const rules = new Intl.PluralRules('en')
const numbers = new Intl.NumberFormat('en')

/** `plural(1204, { one: '# row', other: '# rows' })` is "1,204 rows". */
export function plural(count: number, forms: { readonly one: string; readonly other: string }): string {
  const form = rules.select(count) === 'one' ? forms.one : forms.other
  return form.replace('#', numbers.format(count))
}

export const formatNumber = (value: number): string => numbers.format(value)
