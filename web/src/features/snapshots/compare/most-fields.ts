/** A row with more fields than this shows the first of them; all of them are in its panel. */
export const MOST_FIELDS = 12
