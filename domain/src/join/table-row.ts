/** An object as a table keeps it: `values` holds only the attributes that are needed, besides `dn` and the class. */
export type TableRow = {
  readonly dn: string
  readonly class_name: string
  readonly values: Readonly<Record<string, string>>
}
