#!/bin/sh
# Takes away what electron-builder's script of an installation put beside the program. rpm runs this with 0 when the
# package is removed, and with 1 after an update, whose new files stay.
[ "$1" = 0 ] || exit 0
if command -v update-alternatives >/dev/null; then
  update-alternatives --remove '${executable}' '/opt/${sanitizedProductName}/${executable}' || true
fi
rm -f '/usr/bin/${executable}'
if [ -f '/etc/apparmor.d/${executable}' ]; then
  if [ -d /sys/kernel/security/apparmor ] && command -v apparmor_parser >/dev/null; then
    apparmor_parser --remove '/etc/apparmor.d/${executable}' || true
  fi
  rm -f '/etc/apparmor.d/${executable}'
fi
# The types of files that it opened went with its own file.
if command -v update-mime-database >/dev/null; then update-mime-database /usr/share/mime || true; fi
if command -v update-desktop-database >/dev/null; then update-desktop-database -q /usr/share/applications || true; fi
echo "Dossier is removed. Every vault stays where it is: .local/share/dossier in the folder of each user,"
echo "or where DOSSIER_HOME or --home pointed. Delete that folder if it is not needed any more."
