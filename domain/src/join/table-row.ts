/** An object as a table keeps it: `values` holds the attributes that are needed; `dn` and the class are always separate. */
export type TableRow = { readonly dn: string; readonly class_name: string; readonly values: Readonly<Record<string, string>> }
