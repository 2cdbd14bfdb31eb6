/** The words of provisioning. */
export const words = {
  managed: 'Managed by SCIM',
  managedBy: 'Managed by',
  created: 'SCIM, which created it',
  linked: 'SCIM, linked to what was here',
  externalId: (id: string) => `known there as ${id}`,
  userHint: 'Names, address and status come from the identity provider, which overwrites them with its next change.',
  linkedHint: 'The identity provider may change names, address and status. The name of the account stays.',
  groupHint: 'Name and members come from the identity provider, which overwrites them with its next change.',
  linkedGroupHint: 'The identity provider adds and removes members. The name of the group stays.',
  title: 'Provision users with SCIM',
  text: 'An identity provider such as Entra ID or Okta can create, change and deactivate users, and put them into groups.',
  address: 'Tenant URL for the identity provider',
  tokenText:
    'As its secret, create an API token on your account page that lists the permission users.scim and no other.',
  createToken: 'Create the token',
  guide: 'Steps for Entra ID and Okta',
  copy: 'Copy the address',
  copied: 'The address was copied.',
  notCopied: 'The browser did not allow to copy it.',
} as const
