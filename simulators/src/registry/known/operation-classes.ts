/** Users, keys, logs, backups and monitoring. Notation: see `parseTable`. */
export const OPERATION_CLASSES = `
aaa:Domain | Security Domain | domain-{name} | aaa:UserEp | naming:NamedObject | config | restrictedRbacDomain | A security domain, which decides who sees what.
aaa:LdapEp | Default LDAP Authentication Settings | ldapext | aaa:UserEp | naming:NamedObject | config | attribute basedn filter retries timeout | Logins with LDAP.
aaa:LdapProvider | LDAP Provider | ldapprovider-{name} | aaa:LdapEp | naming:NamedObject | config fault | SSLValidationLevel attribute authMethod basedn enableSSL filter key monitorServer monitoringPassword monitoringUser port retries rootdn timeout | An LDAP server for logins.
aaa:LoginDomain | Login Domain | logindomain-{name} | aaa:UserEp | naming:NamedObject | config | | A way to log in.
aaa:ModLR | Audit Log | mod-{id} | condition:Subj | | record | ; affected cause=transition changeSet clientTag code created id#=0 ind{creation/deletion/modification/special/state-transition}=modification sessionId severity=info trig=config txId#=0 user=admin | A change somebody made, as kept in the audit log.
aaa:RadiusEp | Default Radius Authentication Settings | radiusext | aaa:UserEp | naming:NamedObject | config | retries timeout | Logins with RADIUS.
aaa:RadiusProvider | RADIUS Provider | radiusprovider-{name} | aaa:RadiusEp | naming:NamedObject | config fault | authPort authProtocol key monitorServer monitoringPassword monitoringUser retries timeout | A RADIUS server for logins.
aaa:Role | Role | role-{name} | aaa:UserEp | naming:NamedObject | config | priv resetToFactory | A set of privileges.
aaa:SessionLR | Session Log | sess-{id} | condition:Subj | | record | | A login or logout, as kept in the session log.
aaa:SshAuth | SSH Authorization | sshauth-{name} | aaa:User | naming:NamedObject | config | data | An SSH key of a user.
aaa:TacacsPlusEp | Default TACACS+ Authentication Settings | tacacsext | aaa:UserEp | naming:NamedObject | config | retries timeout | Logins with TACACS+.
aaa:TacacsPlusProvider | TACACS+ Provider | tacacsplusprovider-{name} | aaa:TacacsPlusEp | naming:NamedObject | config fault | authProtocol key monitorServer monitoringPassword monitoringUser port retries timeout | A TACACS+ server for logins.
aaa:User | Local User | user-{name} | aaa:UserEp | naming:NamedObject | config fault | accountStatus{active/inactive}=active certAttribute clearPwdHistory? email expiration=never expires? firstName lastName phone pwd! pwdLifeTime#=no-password-expire pwdUpdateRequired? ; unixUserId#=15374 | A local user of the controller.
aaa:UserCert | X509 Certificate | usercert-{name} | aaa:User | naming:NamedObject | config fault | data | A certificate of a user.
aaa:UserDomain | User Domain | userdomain-{name} | aaa:User | naming:NamedObject | config | | A security domain a user works in.
aaa:UserEp | User Management | userext | pol:Uni | naming:NamedObject | config | pwdStrengthCheck?=yes | Holds users, roles and login providers.
aaa:UserRole | User Role | role-{name} | aaa:UserDomain | naming:NamedObject | config | privType | A role of a user in a domain.
analytics:Cluster | Analytics Cluster | cluster-{name} | fabric:Inst | naming:NamedObject | config | | A cluster that collects analytics.
comm:Https | HTTP SSL Configuration | https | comm:Pol | comm:Web | config fault health delegate | accessControlAllowCredential{disabled/enabled}=disabled accessControlAllowOrigins adminSt{disabled/enabled}=enabled cliOnlyMode{disabled/enabled}=disabled clientCertAuthState{disabled/enabled}=disabled dhParam{1024/2048/4096/none}=none globalThrottleRate#=10000 globalThrottleSt{disabled/enabled}=disabled globalThrottleUnit=r/s maxRequestStatusCount# nodeExporter{disabled/enabled}=disabled port#=443 referer serverHeader{disabled/enabled}=enabled sslProtocols[TLSv1/TLSv1.1/TLSv1.2/TLSv1.3]=TLSv1.1,TLSv1.2 throttleRate#=2 throttleSt{disabled/enabled}=enabled visoreAccess{disabled/enabled}=enabled ; proto{all/none/tcp/udp}=tcp | HTTPS access to the controller.
comm:Pol | Communication Policy | comm-{name} | fabric:Inst | pol:Def | config health delegate | strictSecurityOnApicOOBSubnet?=no | How the controller and the switches can be reached for management.
comm:RsClientCertCA | TP | rsclientCertCA | comm:Https | reln:To | explicit n-to-1 comm:Https>pki:TP pki:RtClientCertCA fault health | | Points to the Certificate Authority of the HTTP SSL Configuration.
comm:Shellinabox | Shellinabox Service | shellinabox | comm:Pol | comm:Shell | config delegate | adminSt{disabled/enabled}=disabled ; port#=4200 proto{all/none/tcp/udp}=tcp | Terminal access through the browser.
comm:Ssh | Ssh Service | ssh | comm:Pol | comm:Shell | config delegate | adminSt{disabled/enabled}=enabled hostkeyAlgos[rsa-sha2-256/rsa-sha2-512/ssh-ed25519]=rsa-sha2-256,rsa-sha2-512,ssh-ed25519 kexAlgos[curve25519-sha256/curve25519-sha256@libssh.org/diffie-hellman-group1-sha1/diffie-hellman-group14-sha1/diffie-hellman-group14-sha256/diffie-hellman-group16-sha512/ecdh-sha2-nistp256/ecdh-sha2-nistp384]=diffie-hellman-group14-sha256,diffie-hellman-group16-sha512,curve25519-sha256@libssh.org,ecdh-sha2-nistp521,ecdh-sha2-nistp384,ecdh-sha2-nistp256,curve25519-sha256 passwordAuth{disabled/enabled}=enabled port#=22 sshCiphers[aes128-ctr/aes128-gcm@openssh.com/aes192-ctr/aes256-ctr/aes256-gcm@openssh.com/chacha20-poly1305@openssh.com]=aes128-ctr,aes192-ctr,aes256-ctr,aes128-gcm@openssh.com,aes256-gcm@openssh.com,chacha20-poly1305@openssh.com sshMacs[hmac-sha1/hmac-sha2-256/hmac-sha2-256-etm@openssh.com/hmac-sha2-512/hmac-sha2-512-etm@openssh.com]=hmac-sha2-256,hmac-sha2-512,hmac-sha2-256-etm@openssh.com,hmac-sha2-512-etm@openssh.com ; proto{all/none/tcp/udp}=tcp | SSH access to controller and switches.
comm:Telnet | Telnet Service | telnet | comm:Pol | comm:Shell | config delegate | adminSt{disabled/enabled}=disabled port#=23 ; proto{all/none/tcp/udp}=tcp | Telnet access to controller and switches.
config:ExportP | Configuration Export Policy | configexp-{name} | fabric:Inst | naming:NamedObject | config | adminSt format includeSecureFields maxSnapshotCount snapshot targetDn | When and where the configuration is saved.
config:ImportP | Configuration Import Policy | configimp-{name} | fabric:Inst | naming:NamedObject | config | adminSt failOnDecryptErrors fileName importMode importType snapshot | What configuration is restored, and how.
config:Snapshot | Job Instance | snapshot-{name} | config:SnapshotCont | naming:NamedObject | config | retire | A saved configuration that can be compared and restored.
config:SnapshotCont | Config Backup Snapshot Container | snapshots-[{pDn}] | pol:Uni | | oper fault delegate | | Holds saved configurations.
coop:Entity | COOP Entity | coop | top:System | | oper fault delegate | | The endpoint directory of the spines.
coop:Inst | COOP Instance | inst | coop:Entity | | oper fault delegate | | The directory process of a switch.
coop:Pol | COOP Group Policy | pol-{name} | fabric:Inst | naming:NamedObject | config | type | How the endpoint directory is protected.
ctrlr:Inst | Controller | controller | pol:Uni | naming:NamedObject | config | | Holds policies of the controllers.
datetime:NtpProv | Providers | ntpprov-{name} | datetime:Pol | naming:NamedObject | config | keyId maxPoll minPoll preferred trueChimer | A time server.
datetime:Pol | Date and Time Policy | time-{name} | fabric:Inst | naming:NamedObject | config | StratumValue adminSt authSt masterMode serverState | Where nodes get the time from.
dns:Domain | DNS Domain | dom-{name} | dns:Profile | naming:NamedObject | config | isDefault | A DNS domain.
dns:Profile | DNS Profile | dnsp-{name} | fabric:Inst | naming:NamedObject | config | IPVerPreference | Name servers and domains.
dns:Prov | DNS Provider | prov-[{addr}] | dns:Profile | naming:NamedObject | config | preferred | A name server.
file:RemotePath | Remote Path of a File | path-{name} | fabric:Inst | naming:NamedObject | config | authType host identityPrivateKeyContents identityPrivateKeyPassphrase identityPublicKeyContents protocol remotePath remotePort userName userPasswd | A server and folder for files.
maint:MaintGrp | POD Maintenance Group | maintgrp-{name} | fabric:Inst | naming:NamedObject | config | fwtype type | Nodes that are upgraded together.
maint:MaintP | Maintenance Policy | maintpol-{name} | fabric:Inst | naming:NamedObject | config | adminSt downloadSt graceful ignoreCompat internalLabel notifCond runMode smuOperation smuOperationFlags srUpgrade srVersion version versionCheckOverride | How and when nodes are upgraded.
mon:CommonPol | Monitoring Policy | moncommon | fabric:Inst | naming:NamedObject | config | | What is monitored everywhere, and how.
mon:EPGPol | Monitoring Policy | monepg-{name} | fv:Tenant | pol:Def | config | | What is monitored below a tenant, and how.
mon:FabricPol | Monitoring Policy | monfab-{name} | fabric:Inst | naming:NamedObject | config | | What is monitored in the fabric, and how.
mon:InfraPol | Monitoring Policy | moninfra-{name} | infra:Infra | naming:NamedObject | config | | What is monitored in the infrastructure, and how.
pki:Ep | Public Key Management | pkiext | aaa:UserEp | pki:Definition | config health delegate | | Holds keys and certificates.
pki:KeyRing | Key Ring | keyring-{name} | cloud:CertStore,pki:Ep | pki:Item | config fault health delegate | adminState{completed/created/reqCreated/started/tpSet}=started cert eccCurve{none/prime256v1/secp384r1/secp521r1} key! keyType{ECC/RSA/indeterminate}=RSA modulus{mod1024/mod1536/mod2048/mod3072/mod4096/mod512/none}=mod2048 regen?=no tp ; certValidUntil certificateDecodeInformation creator{SYSTEM/USER}=USER expState{active/expired/expiring}=active | A private key with its certificate.
pki:TP | Certificate Authority | tp-{name} | cloud:CertStore,pki:Ep | pki:Item | config fault health delegate | certChain certUsage[WebSvcOrAuth/pxGrid]=WebSvcOrAuth ; certValidUntil expState{active/expired/expiring}=active fp numCerts#=0 | A certificate authority that is trusted.
snmp:CommunityP | SNMP Community | community-{name} | snmp:Pol | naming:NamedObject | config | | An SNMP community.
snmp:Pol | SNMP Policy | snmppol-{name} | fabric:Inst | naming:NamedObject | config | adminSt contact loc | SNMP access to the nodes.
syslog:Group | Syslog Monitoring Destination Group | slgroup-{name} | fabric:Inst | naming:NamedObject | config | format includeMilliSeconds includeTimeZone | Where system messages are sent.
syslog:RemoteDest | Syslog Remote Destination | rdst-{host} | syslog:Group | naming:NamedObject | config | adminState format forwardingFacility port protocol severity | A host that takes system messages.
syslog:Src | Syslog Source | slsrc-{name} | mon:CommonPol,mon:EPGPol,mon:FabricPol,mon:InfraPol | naming:NamedObject | config | incl minSev | Which system messages are sent.
trig:RecurrWindowP | Recurring Window | recurrwinp-{name} | trig:SchedP | naming:NamedObject | config | concurCap day hour minute nodeUpgInterval procBreak procCap timeCap | A time that comes again each day or week.
trig:SchedP | Scheduler | schedp-{name} | ctrlr:Inst,fabric:Inst | naming:NamedObject | config fault | | Times at which something is done.
`
