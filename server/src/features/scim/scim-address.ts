/** What the paths of all its routes begin with. */
export const SCIM = '/scim/v2'
