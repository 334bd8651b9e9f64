/** Words of the field that general dictionaries do not have, in lower case. */
const terms = `
allowlist allowlisted allowlisting allowlists anonymization anonymizing antivirus applocker arpspoof authenticator
authenticators autocomplete autofill backdoored backend backends backport backported backporting backports balancer
balancers bcrypt biometric biometrics bitwarden blocklist blocklisted blocklisting blocklists blowfish botnet botnets
brotli bruteforce burp bypassable captcha captchas cgroup cgroups ciphertext ciphertexts cleartext clickjacking
codebase codebases config configs cors cpanel cryptographic cryptographically csrf dataflow datastore datastores
decompile decompiled decompiler decompiling decrypt decrypted decrypting decryption decrypts denylist denylists
deployer deprovision deprovisioned deprovisioning deserialization deserialisation deserialize deserialized deserialise
deserialised dev devops diffie dns docker dockerfile dom dropdown elasticsearch enum enumerable ethernet exfiltrate
exfiltrated exfiltrates exfiltrating exfiltration exploitability failover filename filenames filepath filesystem
filesystems firefox frontend frontends fuzzer fuzzers fuzzing github gitlab google grafana graphql gzip hardcode
hardcoded hashcat heartbleed hellman hostname hostnames html http https iframe iframes initialization jailbreak
jailbroken javascript jenkins json jwt kerberoast kerberoasting kerberos keycloak keylogger keyloggers keystore keystores
kubernetes lifecycle lifecycles linux localhost login logins logout logouts lookup lookups malware metadata
metasploit microservice microservices middleware mimikatz misconfiguration misconfigurations misconfigure misconfigured
mongodb mozilla multicast multitenant mutex mysql namespace namespaces nessus netlogon nginx nmap nonce nonces nosql
npm oauth onboarding openssl oracle overprivileged owasp passcode passcodes passphrase passphrases passwordless
pastebin patchable payload payloads pentest pentested pentester pentesters pentesting pentests phishing php plaintext
playbook playbooks pluggable polyfill postgres postgresql powershell preauthentication precomputed preflight
preload prepend prepended prometheus pseudonymization pseudonymized proxied proxying pwned python qualys ransomware
rebinding reconfigure reconfigured reconfiguring redis regex regexes remediate remediated remediates remediating
remediation remediations replayable repo repos reputational rollout rollouts rootkit rootkits runtime runtimes
sandboxed sandboxing sanitization sanitisation sanitizer sanitizers scrypt serialization serialisation serialize
serialized serializer serialise serialised setuid setup sha shellcode smartcard spearphishing spoofable spooler splunk sql
sqlite ssh ssl ssrf stylesheet stylesheets subdomain subdomains subnet subnets substring substrings sudo superuser
suricata symlink symlinks sysadmin sysadmins systemd tcpdump tenancy terraform timeframe timestamp timestamps tls
tokenization tokenize tokenized tomcat toolchain tooltip tooltips triage triaged triaging tunable typosquatting
ubuntu unauthenticated unencrypted unescaped unhandled unix unmaintained unpatched unprivileged unregister unsanitized
unsanitised unsanitary unserialize untrusted upvote urllib url urls username usernames userland util utils validator validators
viewport vm vms vulnerability webapp webapps webauthn webhook webhooks webpage webpages webserver webservers webshell
webshells websocket websockets webview webviews whitelist whitelisted whitelisting wildcard wildcards wifi wireshark
wordlist wordlists wordpress workaround workarounds workflow workflows writeable xml xss yaml zeroconf zeroday
`;

const known: ReadonlySet<string> = new Set(terms.trim().split(/\s+/u));

/** Whether a word belongs to the field, in any case and as a possessive. */
export function isFieldTerm(word: string): boolean {
  return known.has(word.toLowerCase().replace(/['’]s$/u, ''));
}
