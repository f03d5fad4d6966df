# install.mk - what `make install` puts where, and `make uninstall` takes away. Part of the Makefile.

PREFIX ?= /usr/local
SYSCONFDIR ?= /etc
BINDIR ?= $(PREFIX)/bin
LIBDIR ?= $(PREFIX)/lib
INCLUDEDIR ?= $(PREFIX)/include
DATADIR ?= $(PREFIX)/share
MANDIR ?= $(DATADIR)/man
DOCDIR ?= $(DATADIR)/doc/avondale
BOTDIR ?= $(PREFIX)/lib/avondale/bots
BASHDIR ?= $(DATADIR)/bash-completion/completions
ZSHDIR ?= $(DATADIR)/zsh/site-functions
FISHDIR ?= $(DATADIR)/fish/vendor_completions.d
UNITDIR ?= $(PREFIX)/lib/systemd/system
DESTDIR ?=
INSTALL ?= install
OBJCOPY ?= objcopy
NM ?= nm

# The engine for programs of others: one object, in which only what the public headers declare has a name that a linker
# sees. So no name of ours meets one of theirs. ld takes the machine code of objects that were made for LTO, too.
LIB_public := $(B)/libavondale-engine.a
$(LIB_public): $(LIB_engine) $(PUBLIC_engine)
	$(call say,AR,$@)
	$(Q)printf '#include "%s"\n' $(notdir $(PUBLIC_engine)) | $(CC) -Iengine -E -P -x c - | \
		grep -o '[a-z_][a-z0-9_]* *[[(]' | tr -d ' [(' | LC_ALL=C sort -u >$@.declared
	$(Q)$(NM) -g --defined-only $(LIB_engine) | awk 'NF == 3 { print $$3 }' | LC_ALL=C sort -u | \
		LC_ALL=C comm -12 - $@.declared >$@.names
	$(Q)$(CC) -r -nostdlib -fno-lto -Wl,--whole-archive $(LIB_engine) -Wl,--no-whole-archive -o $(B)/avondale-engine.o
	$(Q)$(OBJCOPY) --keep-global-symbols=$@.names --wildcard --remove-section='.gnu.lto_*' $(B)/avondale-engine.o
	$(Q)rm -f $@ && $(AR) rcs $@ $(B)/avondale-engine.o

# What completes a command line, from the program's tables of options.
COMPLETIONS := $(foreach s,bash zsh fish,$(B)/completion/$(s))
$(B)/completion/%: referee/packaging/completion.sh $(BIN)
	@mkdir -p $(@D)
	$(call say,SH,$@)
	$(Q)sh $< $(BIN) $* >$@

DOCUMENTS := README.md LICENSE engine/RULES.md protocol/PROTOCOL.md $(addprefix referee/,ARCHITECTURE.md SECURITY.md \
	OPERATING.md LADDER.md CLUSTER.md CONTRIBUTING.md GLOSSARY.md CHANGELOG.md game-page.png \
	avondale.conf.example compose.yaml Dockerfile)
INSTALLED_BOTS := $(filter-out %/rude,$(BOT_BINS))
UNITS := avondale.service avondale@.service avondale-worker@.service
# Of the files that name directories.
PLACES := sed 's,@BINDIR@,$(BINDIR),; s,/etc/avondale,$(SYSCONFDIR)/avondale,g'

.PHONY: installable install uninstall
installable: $(BIN) $(INSTALLED_BOTS) $(LIB_public) $(COMPLETIONS) manual
install: installable
	$(INSTALL) -d $(addprefix $(DESTDIR),$(BINDIR) $(LIBDIR)/pkgconfig $(INCLUDEDIR)/avondale $(BOTDIR) $(MANDIR)/man1 \
		$(DOCDIR) $(UNITDIR) $(BASHDIR) $(ZSHDIR) $(FISHDIR) $(SYSCONFDIR)/avondale $(SYSCONFDIR)/logrotate.d)
	$(INSTALL) -m 755 $(BIN) $(DESTDIR)$(BINDIR)/avondale
	$(INSTALL) -m 755 $(INSTALLED_BOTS) $(DESTDIR)$(BOTDIR)/
	$(INSTALL) -m 644 $(LIB_public) $(DESTDIR)$(LIBDIR)/
	$(INSTALL) -m 644 $(PUBLIC_engine) $(DESTDIR)$(INCLUDEDIR)/avondale/
	printf '#include <avondale/%s.h>\n' engine solve >$(DESTDIR)$(INCLUDEDIR)/avondale-engine.h
	printf '%s\n' 'prefix=$(PREFIX)' 'libdir=$(LIBDIR)' 'includedir=$(INCLUDEDIR)' 'Name: avondale-engine' \
		'Description: the rules of 500' 'Version: $(VERSION)' 'Libs: -L$${libdir} -lavondale-engine' \
		'Cflags: -I$${includedir}' >$(DESTDIR)$(LIBDIR)/pkgconfig/avondale-engine.pc
	$(INSTALL) -m 644 $(DOCUMENTS) $(DESTDIR)$(DOCDIR)/
	for page in $(notdir $(MANUAL_PAGES)) avondale.1; do \
		$(PLACES) $(B)/man/$$page >$(DESTDIR)$(MANDIR)/man1/$$page || exit 1; done
	$(INSTALL) -m 644 $(B)/completion/bash $(DESTDIR)$(BASHDIR)/avondale
	$(INSTALL) -m 644 $(B)/completion/zsh $(DESTDIR)$(ZSHDIR)/_avondale
	$(INSTALL) -m 644 $(B)/completion/fish $(DESTDIR)$(FISHDIR)/avondale.fish
	$(INSTALL) -m 644 referee/packaging/logrotate $(DESTDIR)$(SYSCONFDIR)/logrotate.d/avondale
	for unit in $(UNITS); do $(PLACES) referee/$$unit >$(DESTDIR)$(UNITDIR)/$$unit || exit 1; done
	[ -e $(DESTDIR)$(SYSCONFDIR)/avondale/avondale.conf ] || $(INSTALL) -m 644 referee/avondale.conf.example \
		$(DESTDIR)$(SYSCONFDIR)/avondale/avondale.conf

# What goes is what would be installed; a configuration that an operator has changed, and what is beside it, stays.
uninstall:
	rm -rf $(B)/uninstall
	$(Q)$(MAKE) --no-print-directory install DESTDIR='$(abspath $(B))/uninstall' >$(B)/uninstall.log 2>&1 || \
		{ cat $(B)/uninstall.log; exit 1; }
	$(Q)sh referee/packaging/uninstall.sh $(B)/uninstall '$(DESTDIR)' '$(SYSCONFDIR)'
	rm -rf $(B)/uninstall

# ------------------------------------------------------------------------------------- releases
# make dist: the sources as one file; equal sources and times of the commit give equal bytes. make deb: Debian packages.
DIST := build/avondale-$(VERSION).tar.gz
.PHONY: dist deb
dist:
	$(Q)sh referee/packaging/dist.sh $(VERSION) $(DIST)
deb: dist
	$(Q)sh referee/packaging/deb.sh $(VERSION) $(DIST) build/deb
