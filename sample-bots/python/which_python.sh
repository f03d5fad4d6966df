#!/bin/sh
# Prints the Python that the training environment is compiled for: the first that has cffi, numpy, setuptools and its own
# headers. Ends with 1, silently, if there is none.
for python in python3 /usr/bin/python3; do
    if "$python" -c 'import cffi, numpy, setuptools, sysconfig; open(sysconfig.get_path("include") + "/pyconfig.h")' 2>/dev/null; then
        echo "$python"
        exit 0
    fi
done
exit 1
