# avondale: builds the arena, its bots and its tests. One non-recursive file; what is installed, and where, stands in
# referee/packaging/install.mk.
#
#   make            build/avondale and build/bots/NAME
#   make demo       sets up what is missing, then plays ranked games and shows a ladder
#   make test       all tests but fuzz and bench
#   make help       the rest
#
# CC CFLAGS CPPFLAGS LDFLAGS DESTDIR are respected, and so are PREFIX and the other directories of install.mk; V=1 shows
# the commands.
# VARIANT=asan|ubsan|tsan|fuzz builds into build/VARIANT with that sanitizer, VARIANT=lto optimized across files,
# VARIANT=debug without optimization. All but lto assert the invariants of the core structs after each change.

VARIANT ?=
B := build$(if $(VARIANT),/$(VARIANT))
# What all else that names the version takes it from.
VERSION := 0.1.0

CFLAGS ?= -O2 -g
# The invariants of the core structs (game_check, table_check ...) are asserted after each change.
CHECKS := -DAVONDALE_CHECKS
# Names of variables, for a debugger; `make test` does without, as nobody looks: compiling and linking are a tenth shorter.
DEBUG_INFO ?= -g
OPT_debug := -O0 -g $(CHECKS)
OPT_asan := -O1 $(DEBUG_INFO) $(CHECKS) -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer
OPT_ubsan := -O1 -g $(CHECKS) -fsanitize=undefined -fno-sanitize-recover=all
OPT_tsan := -O1 -g $(CHECKS) -fsanitize=thread
OPT_fuzz := -O1 -g $(CHECKS) -fsanitize=fuzzer-no-link,address,undefined -fno-sanitize-recover=undefined
# Fat: the library that is installed serves other compilers, too.
OPT_lto := -flto=auto -ffat-lto-objects
ifeq ($(VARIANT) $(origin AR),lto default)
AR := gcc-ar
endif
SANITIZE := $(if $(VARIANT),$(OPT_$(VARIANT)))

# Who gives CFLAGS, as a distribution does, has said all that there is to say. By default:
ifeq ($(origin CFLAGS),file)
# Playouts live on the engine; the rest gains nothing by more than -O2.
FAST_engine := -O3
# A unit test is compiled for every run and run once: it costs more to optimize than it costs. Nothing is fortified then.
QUICK_unit = -O0 $(if $(HARDEN),-g1 -U_FORTIFY_SOURCE)
# What distributions build with. Sanitizers look closer, and without optimization there is nothing to fortify.
ifeq ($(filter-out lto,$(VARIANT)),)
HARDEN := -U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=2 -fstack-protector-strong -fPIE
HARDEN_LINK := -pie -Wl,-z,relro,-z,now
endif
endif

WARN := -Wall -Wextra -Wshadow -Wconversion -Wswitch-enum -Wstrict-prototypes \
	-Wmissing-prototypes -Wvla
# Constants are enumerators here, so numbers with a fraction meet them; clang 19 takes that for a slip, gcc does not know it.
WARN += -Wno-enum-float-conversion
STD := -std=gnu11 -D_GNU_SOURCE -DAVONDALE_VERSION='"$(VERSION)"'
PKGCONFIG ?= pkg-config
MSGPACK := $(shell $(PKGCONFIG) --exists msgpack-c 2>/dev/null && echo msgpack-c || echo msgpack)
# PostgreSQL is optional: without its library (with pipelines, so 14 or later) one file says so. No fuzz target asks one.
POSTGRES := $(if $(filter fuzz,$(VARIANT)),,$(shell $(PKGCONFIG) --exists 'libpq >= 14' 2>/dev/null && echo libpq))
PACKAGES := libevent libevent_openssl openssl sqlite3 jansson inih libarchive zlib libzstd libcurl glib-2.0 $(MSGPACK) $(POSTGRES)
PKG_CFLAGS := $(shell $(PKGCONFIG) --cflags $(PACKAGES) 2>/dev/null)
LIBS_referee := $(shell $(PKGCONFIG) --libs $(PACKAGES) 2>/dev/null) -lwslay -lm -lpthread
LIBS_protocol := $(shell $(PKGCONFIG) --libs openssl jansson $(MSGPACK) 2>/dev/null)
LIBS_test := $(shell $(PKGCONFIG) --libs cmocka 2>/dev/null)

Q := $(if $(V),,@)
# No process for a line, and none for a folder that is there: a machine may start dear ones.
say = $(if $(V),,@$(info $()  $(1) $(2)))
folder = $(if $(wildcard $(@D)/.),,@mkdir -p $(@D))

# A layer sees the headers of the layers below it, and no others (style: Direction); engine/common is below all.
INC_engine := -Iengine -Iengine/common
INC_protocol := -Iprotocol -Iengine -Iengine/advice -Iengine/common
INC_ladder := -Iladder -Iengine/common
INC_referee := -Ireferee -Iladder -Iprotocol -Iengine -Iengine/advice -Iengine/common
INC_sample-bots := -Isample-bots/c -Iprotocol -Iengine -Iengine/advice -Iengine/common
INC_tests := -Itests/lib -Isample-bots/c $(INC_referee)
layer = $(firstword $(subst /, ,$(1)))

PUBLIC_engine := $(addprefix engine/,engine.h engine_error.h card.h solve.h)
SRC_engine := $(sort $(wildcard engine/*.c engine/solve/*.c))
SRC_advice := $(sort $(wildcard engine/advice/*.c))
SRC_env := $(sort $(wildcard engine/env/*.c))
SRC_protocol := $(sort $(wildcard protocol/*.c))
SRC_ladder := $(sort $(filter-out $(if $(POSTGRES),ladder/postgres/pg_store_none.c,\
	$(filter-out %_none.c,$(wildcard ladder/postgres/pg*.c))),$(wildcard ladder/*/*.c)))
SRC_referee := $(sort $(wildcard referee/*/*.c))
BOTS := random basic convention expert expert-2 rude
SRC_botkit := $(sort $(filter-out $(BOTS:%=sample-bots/c/%.c),$(wildcard sample-bots/c/*.c)))
SRC_testlib := $(sort $(wildcard tests/lib/*.c))
SRC_unit := $(sort $(wildcard tests/unit/*/test_*.c tests/unit/*/*/test_*.c))
SRC_sim := $(sort $(wildcard tests/sim/test_*.c))
SRC_bench := $(sort $(wildcard tests/bench/*.c))
SRC_fuzz := $(sort $(wildcard tests/fuzz/fuzz_*.c))

# Rooms that no fuzz target reaches are not compiled once more for them. A target that comes to reach one does not link, and
# says what it misses.
ifeq ($(VARIANT),fuzz)
UNFUZZED := $(addprefix referee/,arena bridge check client cluster command daemon events host lobby match net resume sandbox seating \
	tournament webhook) $(addprefix ladder/,agenda cluster hosting shell tournament)
SRC_referee := $(filter-out $(UNFUZZED:%=%/%),$(SRC_referee))
SRC_ladder := $(filter-out $(UNFUZZED:%=%/%),$(SRC_ladder))
SRC_env :=
SRC_botkit :=
SRC_testlib :=
endif

obj = $(patsubst %.c,$(B)/obj/%.o,$(1))
LIB_engine := $(B)/libengine.a
LIB_advice := $(B)/libadvice.a
LIB_env := $(B)/libenv.a
LIB_protocol := $(B)/libprotocol.a
LIB_ladder := $(B)/libladder.a
LIB_referee := $(B)/libreferee.a
LIB_botkit := $(B)/libbotkit.a
LIB_test := $(B)/libtest.a
LIBS_all := $(LIB_test) $(LIB_botkit) $(LIB_referee) $(LIB_ladder) $(LIB_protocol) $(LIB_env) $(LIB_advice) $(LIB_engine)

BIN := $(B)/avondale
BOT_BINS := $(BOTS:%=$(B)/bots/%)
# The random bot in other compiled languages, each where its compiler is installed.
have = $(shell $(1) --version >/dev/null 2>&1 && echo yes)
FOREIGN_BOTS := $(if $(call have,$(CXX)),build/bots/random-cpp) \
	$(if $(call have,rustc),build/bots/random-rust) $(if $(shell command -v javac 2>/dev/null),build/bots/java/RandomBot.class)
UNIT_BINS := $(patsubst %.c,$(B)/tests/%,$(notdir $(SRC_unit)))
# The unit tests of a room are linked to one program, and each test is a link to it. Those with arguments start themselves
# again, and those of faults wrap calls: they are programs of their own.
SRC_alone := $(shell grep -l '^int main.int argc' $(SRC_unit)) $(filter %/test_fault_ladder.c %/test_fault_game.c,$(SRC_unit))
SRC_roomed := $(filter-out $(SRC_alone),$(SRC_unit))
ROOMED :=
QUICK :=
QUICK_LINK :=
TEST_ROOMS := $(sort $(patsubst tests/unit/%/,%,$(dir $(SRC_roomed))))
SIM_BINS := $(SRC_sim:tests/sim/%.c=$(B)/tests/sim_%)
BENCH_BINS := $(SRC_bench:tests/bench/%.c=$(B)/bench/%)
FUZZ_BINS := $(SRC_fuzz:tests/fuzz/%.c=$(B)/fuzz/%)
REPLAY_BINS := $(SRC_fuzz:tests/fuzz/fuzz_%.c=$(B)/fuzz/replay_%)

.DELETE_ON_ERROR:
.SECONDARY:
.PHONY: all bots help manual setup test test-unit check demo bench fuzz fuzz-dict faults asan \
	ubsan tsan \
	lint format format-check clean

all: $(BIN) $(BOT_BINS) $(FOREIGN_BOTS) manual
bots: $(BOT_BINS) $(FOREIGN_BOTS)

help:
	@sed -n 's/^#   \(make .*\)/\1/p' Makefile
	@echo 'make asan|ubsan|tsan  the unit and simulation tests under a sanitizer; tsan: several loops, too'
	@echo 'make valgrind         the unit tests under memcheck'
	@echo 'make VARIANT=lto      optimized across files, into build/lto: an eighth less time in our own code; needs gcc'
	@echo 'make bench            figures of that beside their floors, also in build/bench.json; BASE=FILE: beside earlier ones; QUICK=1: less, in less time'
	@echo 'make million          CPU and memory of a ladder of a million bots, part by part, and how they grow; SIZE=N: of so many'
	@echo 'make measures         the page tests/bench/MEASURES.md from tests/bench/measures.json; NEW=build/bench.json: from that run'
	@echo 'make python           the training environment for Python, in build/python; see sample-bots/python/TRAINING.md'
	@echo 'make reference        the reference bots of a ladder, with the SHA-256 of each, in build/reference'
	@echo 'make fuzz             each fuzz target for FUZZ_SECONDS (30); needs clang'
	@echo 'make faults           lets every call of the system fail once, in whole programs; an hour or so'
	@echo 'make lint             layers, documents, warnings as errors, static analysis'
	@echo 'make format           clang-format over all C files'
	@echo 'make dist             the sources of the last commit in build/avondale-$(VERSION).tar.gz; make deb: Debian packages, in build/deb'
	@echo 'make install          PREFIX ($(PREFIX)), LIBDIR and the like, and DESTDIR as usual; make uninstall: takes it away'

$(B)/obj/%.o: %.c
	$(folder)
	$(call say,CC,$<)
	$(Q)$(CC) $(STD) $(INC_$(call layer,$<)) $(PKG_CFLAGS) $(CPPFLAGS) $(WARN) $(CFLAGS) $(HARDEN) \
		$(FAST_$(call layer,$<)) $(SANITIZE) $(QUICK) $(ROOMED) -MMD -MP -c -o $@ $<

# What browsers are given lies in ladder/web/static and becomes part of the program.
WEB_FILES := $(sort $(wildcard ladder/web/static/*.css ladder/web/static/*.js ladder/web/static/*.svg ladder/web/static/*.html ladder/web/static/*.json)) \
	$(B)/obj/ladder/protocol.html sample-bots/js/avondale.mjs
# The protocol as a page: a document of this repository is made a page once, here, and never by the daemon.
$(B)/obj/ladder/protocol.html: protocol/PROTOCOL.md ladder/web/static/document.awk
	$(folder)
	$(Q)awk -f ladder/web/static/document.awk $< $< >$@
$(B)/obj/ladder/web_files.c: ladder/web/static/embed.sh $(WEB_FILES) ladder/web/static/squeeze.awk
	$(folder)
	$(call say,EMBED,ladder/web/static)
	$(Q)sh $< $(WEB_FILES) >$@
$(B)/obj/ladder/web_files.o: $(B)/obj/ladder/web_files.c
	$(call say,CC,$<)
	$(Q)$(CC) $(STD) $(INC_ladder) $(PKG_CFLAGS) $(CPPFLAGS) $(WARN) $(CFLAGS) $(HARDEN) $(SANITIZE) -MMD -MP -c -o $@ $<

# The first stage of a bot (sandbox.c) is a program that stands within ours: supervisor.c once more, with its main.
FIRST_STAGE := $(call obj,$(addprefix referee/sandbox/,root_view.c hide.c cgroup.c seccomp.c))
$(B)/obj/first_stage/supervisor.o: referee/sandbox/supervisor.c
	$(folder)
	$(call say,CC,$<)
	$(Q)$(CC) $(STD) $(INC_referee) $(PKG_CFLAGS) $(CPPFLAGS) $(WARN) $(CFLAGS) $(HARDEN) $(SANITIZE) \
		-Dsupervisor_main=main -MMD -MP -c -o $@ $<
$(B)/obj/first_stage/program: $(B)/obj/first_stage/supervisor.o $(FIRST_STAGE)
	$(call say,LD,$@)
	$(link) $(if $(HARDEN),-s)
$(B)/obj/first_stage/file.o: $(B)/obj/first_stage/program
	$(Q)printf '%s\n' '.section .rodata' '.globl sandbox_first_stage, sandbox_first_stage_size' '.balign 16' \
		'sandbox_first_stage: .incbin "$<"' '0: .balign 8' 'sandbox_first_stage_size: .quad 0b - sandbox_first_stage' \
		'.section .note.GNU-stack, "", %progbits' | $(CC) -x assembler -c -o $@ -

# A manual page a command: its options are those of the program.
MANUAL_PAGES := $(patsubst referee/manual/%.in,$(B)/man/%,$(wildcard referee/manual/*.1.in))
manual: $(MANUAL_PAGES) $(B)/man/avondale.1
$(B)/man/avondale.1: referee/avondale.1
	$(Q)mkdir -p $(@D) && cp $< $@
$(B)/man/avondale-%.1: referee/manual/avondale-%.1.in referee/manual/fill.sh $(BIN)
	$(folder)
	$(call say,MAN,$@)
	$(Q)sh referee/manual/fill.sh $(BIN) $* $< >$@

# The equations of a batch table are loops over eight columns, which -O2 leaves as they are: a fifth less time.
ifdef FAST_engine
$(call obj,$(wildcard ladder/rating/sparse_*.c)): FAST_ladder := -O3
endif

define archive
$(LIB_$(1)): $(call obj,$(SRC_$(1))) $(OBJ_$(1))
	$$(folder)
	$$(call say,AR,$$@)
	$$(Q)rm -f $$@ && $$(AR) rcs $$@ $$^
endef
SRC_test := $(SRC_testlib)
OBJ_ladder := $(B)/obj/ladder/web_files.o
OBJ_referee := $(if $(filter fuzz,$(VARIANT)),,$(B)/obj/first_stage/file.o)
$(foreach l,engine advice env protocol ladder referee botkit test,$(eval $(call archive,$(l))))

# Who says how to link (LDFLAGS) is asked no more; else lld links tests, where it is, in half the time. What is installed is
# linked by the linker of the system.
FAST_LINK := $(if $(LDFLAGS)$(filter lto,$(VARIANT)),,$(if $(shell command -v ld.lld),-fuse-ld=lld))
link = $(Q)$(if $(wildcard $(@D)/.),,mkdir -p $(@D) && )$(CC) $(CFLAGS) $(HARDEN_LINK) $(SANITIZE) $(QUICK_LINK) $(LDFLAGS) $(WRAP) -o $@ $^

$(BIN): $(call obj,referee/main.c) $(LIB_referee) $(LIB_ladder) $(LIB_protocol) $(LIB_advice) $(LIB_engine)
	$(call say,LD,$@)
	$(link) $(LIBS_referee)

$(B)/bots/%: $(B)/obj/sample-bots/c/%.o $(LIB_botkit) $(LIB_protocol) $(LIB_advice) $(LIB_engine)
	$(call say,LD,$@)
	$(link) $(LIBS_protocol) -lm

# The bots that a ladder is measured by, built the same way wherever it is, each named with its version; see
# sample-bots/README.md.
.PHONY: reference reference-bots
reference: setup
	$(Q)$(MAKE) --no-print-directory B=build/reference LDFLAGS=-Wl,--build-id=none \
		FAST_engine=-O3 CFLAGS='-O2 -ffp-contract=off -ffile-prefix-map=$(CURDIR)=.' reference-bots
	$(Q)sh sample-bots/reference/freeze.sh build/reference/bots
	$(Q)sh sample-bots/reference/manifest.sh build/reference | tee build/reference/manifest
reference-bots: $(filter-out %/rude %/expert-2,$(BOT_BINS))

# The training environment for Python: build/python is a directory for PYTHONPATH.
.PHONY: python
PYTHON ?= $(or $(shell sh sample-bots/python/which_python.sh),python3)
python: build/python/avondale/made
	@cat $<
build/python/avondale/made: $(SRC_engine) $(SRC_advice) $(SRC_env) $(wildcard engine/*.h engine/*/*.h) \
		$(wildcard sample-bots/python/*.py sample-bots/python/avondale/*.py sample-bots/python/native/*.[ch])
	$(call say,PY,$(@D))
	$(Q)CC='$(CC)' $(PYTHON) sample-bots/python/native_build.py build/python
	$(Q)$(PYTHON) -c 'import platform, sys; print("build/python is for", sys.executable, platform.python_version())' >$@

build/bots/random-cpp: sample-bots/cpp/random_bot.cpp
	$(folder)
	$(call say,CXX,$@)
	$(Q)$(CXX) -std=c++17 -Wall -Wextra -O2 -o $@ $<

build/bots/random-rust: sample-bots/rust/random_bot.rs
	$(folder)
	$(call say,RUSTC,$@)
	$(Q)env -u MAKEFLAGS -u MFLAGS rustc --edition 2021 -O -o $@ $<

build/bots/java/RandomBot.class: sample-bots/java/RandomBot.java
	$(folder)
	$(call say,JAVAC,$@)
	$(Q)javac -d $(@D) $<

$(B)/tests/vectors: $(call obj,tests/vectors_main.c) $(LIB_ladder) $(LIB_protocol) $(LIB_advice) $(LIB_engine)
	$(call say,LD,$@)
	$(link) $(LIBS_referee)

$(B)/tests/hostile $(B)/tests/calibrate: $(B)/tests/%: $(B)/obj/tests/%_main.o
	$(call say,LD,$@)
	$(link)

# One call of the system fails in a whole program: what fails it, and who drives it. Or its clock is off.
$(B)/tests/faulty.so: tests/fault/faulty.h
$(B)/tests/%.so: tests/fault/%.c
	$(folder)
	$(call say,CC,$<)
	$(Q)$(CC) $(STD) $(WARN) $(CFLAGS) -fPIC -shared -o $@ $< -ldl

$(B)/tests/faults: $(patsubst %,$(B)/obj/tests/fault/%.o,faults_main trial daemon commands) \
		$(LIB_test) $(LIB_ladder) $(LIB_protocol) $(LIB_engine)
	$(call say,LD,$@)
	$(link) $(LIBS_referee)

define unit_test
$(B)/tests/$(notdir $(1:.c=)): $(B)/obj/$(1:.c=.o) $(LIBS_all)
	$$(call say,LD,$$@)
	$$(link) $$(LIBS_test) $$(LIBS_referee)
endef
$(foreach t,$(SRC_alone),$(eval $(call unit_test,$(t))))

# Not in CPPFLAGS, which may be given on the command line.
$(call obj,$(SRC_roomed)): ROOMED = -Dmain=$(*F)_main -Wno-missing-prototypes
$(call obj,$(SRC_roomed)): tests/lib/room_main.sh
$(call obj,$(SRC_unit)): QUICK = $(QUICK_unit)
define test_room
$(B)/tests/rooms/$(subst /,-,$(1)).c: tests/lib/room_main.sh $(2)
	$$(folder)
	$$(Q)sh $$^ >$$@
$(B)/tests/rooms/$(subst /,-,$(1)): $(B)/tests/rooms/$(subst /,-,$(1)).c $(call obj,$(2)) $(LIBS_all)
	$$(call say,LD,$$@)
	$$(link) $$(LIBS_test) $$(LIBS_referee)
$(patsubst %.c,$(B)/tests/%,$(notdir $(2))): $(B)/tests/rooms/$(subst /,-,$(1))
	$$(Q)ln -sf rooms/$$(<F) $$@
endef
$(foreach r,$(TEST_ROOMS),$(eval $(call test_room,$(r),$(filter $(patsubst %,tests/unit/$(r)/%,$(notdir \
	$(wildcard tests/unit/$(r)/*.c))),$(SRC_roomed)))))

$(B)/tests/sim_test_%: $(B)/obj/tests/sim/test_%.o $(LIBS_all)
	$(call say,LD,$@)
	$(link) $(LIBS_test) $(LIBS_referee)

$(B)/bench/%: $(B)/obj/tests/bench/%.o $(LIBS_all)
	$(call say,LD,$@)
	$(link) $(LIBS_referee)

$(B)/fuzz/fuzz_%: $(B)/obj/tests/fuzz/fuzz_%.o $(LIBS_all)
	$(call say,LD,$@)
	$(folder)
	$(Q)$(CC) $(CFLAGS) $(SANITIZE) -fsanitize=fuzzer $(FAST_LINK) $(LDFLAGS) -o $@ $^ $(LIBS_referee)

# The same targets without libFuzzer: they run the files of a corpus.
$(B)/fuzz/replay_%: $(B)/obj/tests/fuzz/fuzz_%.o $(B)/obj/tests/fuzz/replay_main.o $(LIBS_all)
	$(call say,LD,$@)
	$(link) $(LIBS_referee)

$(B)/fuzz/dict: $(B)/obj/tests/fuzz/dict_main.o $(LIB_protocol) $(LIB_engine)
	$(call say,LD,$@)
	$(link) $(LIBS_protocol)

$(B)/tests/% $(B)/bench/% $(B)/fuzz/%: private QUICK_LINK = $(FAST_LINK)

# Calls that tests/lib/fault.c can let fail.
WRAPPED := malloc calloc realloc strdup read write sqlite3_step clock_gettime
$(B)/tests/test_fault_ladder $(B)/tests/test_fault_game: private WRAP := $(WRAPPED:%=-Wl,--wrap=%)

# ------------------------------------------------------------------------------------------ tests
# The runner prints one line a program or script and ends with `N passed, N failed`.

setup:
	@sh tests/lib/setup.sh $(MAKECMDGOALS)

# On all processors, unless whoever calls has said how many.
MAKE_JOBS := $(if $(filter -j% --jobserver%,$(MAKEFLAGS)),,-j$(shell nproc 2>/dev/null || echo 1))

test: setup
	$(Q)$(MAKE) $(MAKE_JOBS) --no-print-directory check

# The part of it that needs neither scripts nor sanitizers.
test-unit: setup
	$(Q)$(MAKE) $(MAKE_JOBS) --no-print-directory test-programs $(B)/tests/vectors $(B)/tests/calibrate
	$(Q)sh tests/lib/run.sh $(UNIT_BINS) $(SIM_BINS)

check: all lint-layers $(UNIT_BINS) $(SIM_BINS) $(B)/tests/vectors $(B)/bench/engine $(B)/bench/codec \
		$(B)/bench/table $(B)/bench/fill $(B)/bench/site $(B)/bench/crowd $(B)/bench/million $(B)/bench/load $(B)/bench/pipes $(B)/bench/siege $(B)/tests/hostile $(B)/tests/calibrate $(B)/tests/faults $(B)/tests/faulty.so $(B)/tests/clock.so $(B)/fuzz/dict
	$(Q)$(MAKE) --no-print-directory VARIANT=asan DEBUG_INFO=-g1 test-programs replay-programs
	$(Q)if sh tests/fuzz/has_fuzzer.sh $(FUZZ_CC); then \
		$(MAKE) --no-print-directory VARIANT=fuzz CC=$(FUZZ_CC) fuzz-programs; fi
	$(Q)sh tests/lib/run.sh $(UNIT_BINS) $(SIM_BINS) \
		$(UNIT_BINS:$(B)/%=$(B)/asan/%) $(SIM_BINS:$(B)/%=$(B)/asan/%) \
		$(sort $(wildcard tests/lint/*.sh)) $(sort $(wildcard tests/integration/*.sh))

.PHONY: test-programs replay-programs fuzz-programs lint-layers
test-programs: $(UNIT_BINS) $(SIM_BINS) $(BIN) $(BOT_BINS)
replay-programs: $(REPLAY_BINS)
fuzz-programs: $(FUZZ_BINS)

lint-layers: $(LIB_engine) $(LIB_advice) $(LIB_env)
	$(Q)sh tests/lint/layers.sh

asan ubsan tsan: setup
	$(Q)$(MAKE) --no-print-directory VARIANT=$@ sanitized
.PHONY: sanitized
sanitized: test-programs $(B)/tests/calibrate
	$(Q)CALIBRATE=$(B)/tests/calibrate sh tests/lib/run.sh $(UNIT_BINS) $(SIM_BINS)
	$(Q)if [ $(VARIANT) = tsan ]; then $(MAKE) --no-print-directory VARIANT= all && \
		AVONDALE=$(BIN) sh tests/integration/loops.sh && \
		AVONDALE=$(BIN) sh tests/integration/loops_tables.sh; fi

# Not the simulations and the tests of faults, which play thousands of games, nor the sandbox and the bridge, which start
# /proc/self/exe, which is valgrind then.
VALGRIND := valgrind -q --error-exitcode=9 --leak-check=full --errors-for-leak-kinds=definite \
	--suppressions=tests/lib/valgrind.supp
VALGRIND_BINS := $(filter-out $(addprefix %/test_,fault_ladder fault_game sandbox cgroup hide root_view seccomp \
	supervisor bot_process bot_group bridge),$(UNIT_BINS))
valgrind: setup $(B)/tests/calibrate $(VALGRIND_BINS)
	$(Q)UNDER='$(VALGRIND)' sh tests/lib/run.sh \
		$(VALGRIND_BINS)
.PHONY: valgrind

demo: setup
	$(Q)$(MAKE) $(MAKE_JOBS) --no-print-directory all
	$(Q)KEEP=$(KEEP) sh tests/lib/demo.sh

bench: setup
	$(Q)$(MAKE) $(MAKE_JOBS) --no-print-directory VARIANT=lto bench-programs
	$(Q)BASE=$(BASE) QUICK=$(QUICK) sh tests/bench/run.sh

# A ladder of so many bots and ten times as many results, and of a tenth and a hundredth of it: half an hour, 6 GB.
.PHONY: million
million: SIZE = 1000000
million: setup
	$(Q)$(MAKE) $(MAKE_JOBS) --no-print-directory VARIANT=lto build/lto/bench/crowd build/lto/bench/million
	$(Q)dir=$$(mktemp -d) && build/lto/bench/crowd $(SIZE) && build/lto/bench/million $$dir $(SIZE); status=$$?; rm -rf $$dir; exit $$status

# The page of measures, from the bench.json that is checked in: NEW=build/bench.json takes that of another run in its place.
.PHONY: measures
measures:
	$(Q)$(if $(NEW),cp $(NEW) tests/bench/measures.json)
	$(Q)sh tests/bench/measures.sh tests/bench/measures.json >tests/bench/MEASURES.md

.PHONY: bench-programs
bench-programs: all $(BENCH_BINS)

# Every call of every scenario, in turn: an hour or so.
faults: setup
	$(Q)$(MAKE) --no-print-directory all $(B)/tests/faults $(B)/tests/faulty.so
	$(Q)$(B)/tests/faults all

FUZZ_SECONDS ?= 30
FUZZ_CC ?= clang
fuzz:
	@sh tests/lib/setup.sh fuzz
	$(Q)$(MAKE) --no-print-directory VARIANT=fuzz CC=$(FUZZ_CC) fuzz-programs
	$(Q)sh tests/fuzz/run.sh $(FUZZ_SECONDS)

fuzz-dict: $(BIN) $(B)/fuzz/dict
	$(Q)sh tests/fuzz/dict.sh tests/fuzz

# ------------------------------------------------------------------------------------------- lint
ALL_C := $(SRC_engine) $(SRC_advice) $(SRC_env) $(SRC_protocol) $(SRC_ladder) $(SRC_referee) referee/main.c \
	$(SRC_botkit) $(BOTS:%=sample-bots/c/%.c) $(SRC_unit) $(SRC_sim) $(SRC_testlib) $(SRC_bench) \
	$(wildcard tests/fuzz/*.c tests/fault/*.c tests/*.c)
ALL_H := $(wildcard */*.h engine/*/*.h referee/*/*.h ladder/*/*.h sample-bots/c/*.h tests/*/*.h)

lint: setup
	$(Q)$(MAKE) --no-print-directory CFLAGS='-O2 -g -Werror' B=build/lint all $(UNIT_BINS:$(B)/%=build/lint/%)
	$(Q)for s in tests/lint/*.sh; do B=build/lint sh $$s || exit 1; done
	$(Q)if command -v cppcheck >/dev/null; then cppcheck --quiet --inline-suppr --error-exitcode=1 \
		--enable=warning,portability --suppress=missingIncludeSystem -Iengine -Iprotocol \
		-Iladder -Iengine/advice -Iengine/common -Ireferee $(SRC_engine) $(SRC_advice) $(SRC_env) $(SRC_protocol) $(SRC_ladder) $(SRC_referee); fi
	$(Q)if clang-format --version 2>/dev/null | grep -q ' 14\.'; then $(MAKE) --no-print-directory format-check; \
		else echo 'the format is checked by clang-format 14, which is not here'; fi

format:
	clang-format -i $(ALL_C) $(ALL_H)
format-check:
	$(Q)clang-format --dry-run -Werror $(ALL_C) $(ALL_H)

include referee/packaging/install.mk

clean:
	rm -rf build

-include $(shell find $(B)/obj -name '*.d' 2>/dev/null)
