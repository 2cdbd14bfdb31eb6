/** An object as a table keeps it: `values` holds the attributes somebody needs, `dn` and the class always stand apart. */
export type TableRow = { readonly dn: string; readonly class_name: string; readonly values: Readonly<Record<string, string>> }
