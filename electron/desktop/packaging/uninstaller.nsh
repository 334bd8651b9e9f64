; What the Windows uninstaller says. An update runs it too, and a silent one shows nothing.
!macro customUnInstall
  ${ifNot} ${isUpdated}
    MessageBox MB_OK|MB_ICONINFORMATION "Every vault stays where it is: $LOCALAPPDATA\Dossier, for an older one $APPDATA\Dossier, or where DOSSIER_HOME or --home pointed.$\r$\n$\r$\nDelete that folder if it is not needed any more." /SD IDOK
  ${endIf}
!macroend
