type Addresses = { readonly email: string; readonly formerEmail: string | null }

/** Where a user's mail goes: a changed address gets none until it is verified. Empty for users without an address. */
export const mailAddressOf = ({ email, formerEmail }: Addresses): string => formerEmail ?? email
