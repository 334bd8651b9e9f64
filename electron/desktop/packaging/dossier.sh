#!/bin/sh
exec /opt/Dossier/resources/terminal/dossier "$@"
