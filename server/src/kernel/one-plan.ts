/** In a list that has the same best plan whatever its values are, because none of them chooses which rows there are. */
export const ONE_PLAN = '/* one plan */'
